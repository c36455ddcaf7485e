import { inflateSync } from "node:zlib";

const directoryEntrySize = { woff: 20, sfnt: 16 } as const;
const headerSize = { woff: 44, sfnt: 12 } as const;

/**
 * The TrueType or OpenType font inside a WOFF 1.0 file (W3C "WOFF File Format 1.0", sections 3 to 5).
 * Font readers inflate a compressed table each time they read a glyph of it; unpacking once avoids that.
 * @throws Error for a file that isn't WOFF or that names a table outside itself.
 */
export function sfntFromWoff(woff: Buffer): Buffer {
  if (woff.length < headerSize.woff || woff.toString("latin1", 0, 4) !== "wOFF") {
    throw new Error("Not a WOFF 1.0 font.");
  }
  const tableCount = woff.readUInt16BE(12);
  const tables = Array.from({ length: tableCount }, (_, index) => readTable(woff, index));
  const directoryEnd = headerSize.sfnt + tableCount * directoryEntrySize.sfnt;
  const size = tables.reduce((total, table) => total + padded(table.data.length), directoryEnd);

  const sfnt = Buffer.alloc(size);
  sfnt.writeUInt32BE(woff.readUInt32BE(4), 0);
  writeSearchFields(sfnt, tableCount);
  let offset = directoryEnd;
  for (const [index, table] of tables.entries()) {
    const entry = headerSize.sfnt + index * directoryEntrySize.sfnt;
    sfnt.write(table.tag, entry, "latin1");
    sfnt.writeUInt32BE(table.checksum, entry + 4);
    sfnt.writeUInt32BE(offset, entry + 8);
    sfnt.writeUInt32BE(table.data.length, entry + 12);
    table.data.copy(sfnt, offset);
    offset += padded(table.data.length);
  }
  return sfnt;
}

function readTable(woff: Buffer, index: number): { tag: string; checksum: number; data: Buffer } {
  const entry = headerSize.woff + index * directoryEntrySize.woff;
  const start = woff.readUInt32BE(entry + 4);
  const storedLength = woff.readUInt32BE(entry + 8);
  const length = woff.readUInt32BE(entry + 12);
  if (start + storedLength > woff.length) throw new Error("A table of the WOFF font lies outside the file.");
  const stored = woff.subarray(start, start + storedLength);
  // A table that would not shrink is stored as it is.
  const data = storedLength < length ? inflateSync(stored, { maxOutputLength: length }) : stored;
  return { tag: woff.toString("latin1", entry, entry + 4), checksum: woff.readUInt32BE(entry + 16), data };
}

function writeSearchFields(sfnt: Buffer, tableCount: number): void {
  const entrySelector = Math.floor(Math.log2(tableCount));
  const searchRange = 2 ** entrySelector * 16;
  sfnt.writeUInt16BE(tableCount, 4);
  sfnt.writeUInt16BE(searchRange, 6);
  sfnt.writeUInt16BE(entrySelector, 8);
  sfnt.writeUInt16BE(tableCount * 16 - searchRange, 10);
}

const padded = (length: number) => (length + 3) & ~3;
