/**
 * A name that every disk takes, with the letters and digits of any script: no sign that is a path, a quote or a command
 * anywhere, nothing that turns the direction, and not too long. It is a part of a name: alone it may be one that Windows keeps
 * for itself.
 */
export function safeFileName(text: string, otherwise: string): string {
  const plain = text
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replaceAll(/(\p{M}{3})\p{M}+/gu, "$1");
  const short = [...plain]
    .slice(0, 60)
    .join("")
    .replaceAll(/^-+|-+$/g, "");
  return short || otherwise;
}
