/** How the server's sanitiser writes what HTML has a use for; it leaves every other letter as it is. */
const written: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/** A long text in lines, as it is read: HTML breaks after each block, other text at its line ends. */
export function linesOf(text: string): string[] {
  return text
    .replace(/<\/(p|h[1-6]|li|ul|ol|blockquote|pre)>|<[bh]r *\/?>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .split("\n")
    .map((line) => line.replace(/&\w+;/g, (name) => written[name] ?? name).trim())
    .filter(Boolean);
}
