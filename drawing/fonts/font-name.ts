import { packSfnt, type Table } from "./woff.ts";

const nameTag = 0x6e616d65;

/**
 * The same font under another family's name. All files of a face bear the face's name, so that a renderer could take any
 * of them for a letter; by a name of its own each is asked for what it was measured for.
 */
export function renameFont(sfnt: Uint8Array, family: string): Uint8Array<ArrayBuffer> {
  const view = new DataView(sfnt.buffer, sfnt.byteOffset, sfnt.byteLength);
  const tables = Array.from({ length: view.getUint16(4) }, (_, index): Table => {
    const at = 12 + 16 * index;
    const tag = view.getUint32(at);
    const start = view.getUint32(at + 8);
    if (tag === nameTag) return { tag, checksum: 0, data: nameTable(family) };
    return {
      tag,
      checksum: view.getUint32(at + 4),
      data: sfnt.subarray(start, start + view.getUint32(at + 12)),
    };
  });
  return packSfnt(view.getUint32(0), tables);
}

/** Family, style, full name and PostScript's name, as Windows' English says them in UTF-16. */
function nameTable(family: string): Uint8Array {
  const names: [id: number, text: string][] = [
    [1, family],
    [2, "Regular"],
    [4, family],
    [6, family],
  ];
  const head = 6 + 12 * names.length;
  const table = new Uint8Array(names.reduce((size, [, text]) => size + 2 * text.length, head));
  const view = new DataView(table.buffer);
  view.setUint16(2, names.length);
  view.setUint16(4, head);
  let place = 0;
  for (const [index, [id, text]] of names.entries()) {
    for (const [field, value] of [3, 1, 0x409, id, 2 * text.length, place].entries())
      view.setUint16(6 + 12 * index + 2 * field, value);
    for (const [at, letter] of [...text].entries())
      view.setUint16(head + place + 2 * at, letter.charCodeAt(0));
    place += 2 * text.length;
  }
  return table;
}
