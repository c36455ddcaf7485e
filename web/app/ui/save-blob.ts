import { fetchFile, lost } from "#web/api/fetch-file.ts";

/** Hands bytes to the browser's own saving, under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click; a minute is far more than it needs.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** It is fetched first, because a plain link would save an error's page as if it were the file. Throws an ApiError. */
export async function saveFile(url: string, name: string): Promise<void> {
  const response = await fetchFile(url);
  saveBlob(await response.blob().catch(lost), name);
}
