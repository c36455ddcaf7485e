import { Zip, ZipPassThrough } from "fflate";
import type { ZippedFile } from "./make-pack.ts";

/** The files as a ZIP, piece by piece. They are stored as they are: a PNG is compressed already. */
export async function* zipOf(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let fault: Error | null = null;
  const zip = new Zip((error, piece) => {
    fault ??= error;
    if (!error) pieces.push(piece);
  });
  for (const { name, bytes, madeAt } of files) {
    const file = new ZipPassThrough(name);
    file.mtime = madeAt;
    zip.add(file);
    file.push(bytes, true);
    if (fault) throw fault;
    yield* pieces.splice(0);
  }
  zip.end();
  if (fault) throw fault;
  yield* pieces;
}
