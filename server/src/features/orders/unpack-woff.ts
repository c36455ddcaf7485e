import { inflateSync } from "node:zlib";

const headerLength = 44;
const entryLength = 20;

/**
 * The plain font file that a WOFF file packs. The library that draws would unpack each table anew for each receipt,
 * slowly; here it is done once, by Node's zlib.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is no WOFF file.");
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  const steps = Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  for (const [index, value] of [count, 16 * 2 ** steps, steps, 16 * (count - 2 ** steps)].entries())
    head.writeUInt16BE(value, 4 + 2 * index);
  const tables: Buffer[] = [];
  let place = head.length;
  for (let index = 0; index < count; index += 1) {
    const at = headerLength + entryLength * index;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field));
    const bytes = woff.subarray(offset!, offset! + packed!);
    const table = packed === length ? bytes : inflateSync(bytes);
    const entry = 12 + 16 * index;
    woff.copy(head, entry, at, at + 4);
    woff.copy(head, entry + 4, at + 16, at + 20);
    head.writeUInt32BE(place, entry + 8);
    head.writeUInt32BE(length!, entry + 12);
    tables.push(table, Buffer.alloc(-table.length & 3));
    place += table.length + (-table.length & 3);
  }
  return Buffer.concat([head, ...tables]);
}
