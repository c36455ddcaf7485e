const packedHeader = 44;
const packedEntry = 20;

/**
 * The plain TrueType or OpenType font that a WOFF 1.0 file packs (W3C "WOFF File Format 1.0", sections 3 to 5).
 * Readers of fonts inflate a table anew for each glyph that they read; here it is done once. `inflate` is zlib's.
 * @throws Error for a file that isn't WOFF or that names a table outside itself.
 */
export function unpackWoff(woff: Uint8Array, inflate: (packed: Uint8Array) => Uint8Array): Uint8Array {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (woff.length < packedHeader || view.getUint32(0) !== 0x774f4646)
    throw new Error("This is no WOFF file.");
  const tables = Array.from({ length: view.getUint16(12) }, (_, index): Table => {
    const at = packedHeader + packedEntry * index;
    const [tag, start, packed, length, checksum] = [0, 4, 8, 12, 16].map((field) =>
      view.getUint32(at + field),
    ) as [number, number, number, number, number];
    if (start + packed > woff.length) throw new Error("A table of the WOFF font lies outside the file.");
    const stored = woff.subarray(start, start + packed);
    // A table that would not shrink is stored as it is.
    const data = packed < length ? inflate(stored) : stored;
    if (data.length !== length) throw new Error("A table of the WOFF font isn't as long as it says.");
    return { tag, checksum, data };
  });
  return packSfnt(view.getUint32(4), tables);
}

export interface Table {
  tag: number;
  checksum: number;
  data: Uint8Array;
}

/** A font file of these tables, which are in the order of their tags. */
export function packSfnt(flavour: number, tables: readonly Table[]): Uint8Array<ArrayBuffer> {
  const head = 12 + 16 * tables.length;
  const sfnt = new Uint8Array(tables.reduce((size, { data }) => size + padded(data.length), head));
  const view = new DataView(sfnt.buffer);
  const steps = Math.floor(Math.log2(tables.length));
  view.setUint32(0, flavour);
  for (const [index, value] of [
    tables.length,
    16 * 2 ** steps,
    steps,
    16 * (tables.length - 2 ** steps),
  ].entries())
    view.setUint16(4 + 2 * index, value);
  let place = head;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    for (const [field, value] of [tag, checksum, place, data.length].entries())
      view.setUint32(12 + 16 * index + 4 * field, value);
    sfnt.set(data, place);
    place += padded(data.length);
  }
  return sfnt;
}

const padded = (length: number) => (length + 3) & ~3;
