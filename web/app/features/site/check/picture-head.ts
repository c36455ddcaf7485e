interface PictureHead {
  kind: "png" | "jpeg" | "webp" | "gif" | "avif";
  /** Null where the head does not say it plainly. */
  size: { width: number; height: number } | null;
  moves: boolean;
}

/** What is no picture that a thumbnail can be. */
type NoPicture = "svg" | "heic" | "other";

/** Told by a file's bytes, whatever its name says. `bytes` is all of the file, or a good beginning of it. */
export function readHead(bytes: Uint8Array): PictureHead | NoPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ascii = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));
  const has = (at: number, length: number) => at + length <= bytes.length;
  if (ascii(1, 3) === "PNG" && has(16, 8))
    return {
      kind: "png",
      size: { width: view.getUint32(16), height: view.getUint32(20) },
      moves: pngMoves(view, ascii),
    };
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff)
    return { kind: "jpeg", size: jpegSize(view), moves: false };
  if (/^GIF8[79]a$/.test(ascii(0, 6)) && has(6, 4)) {
    const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    return { kind: "gif", size, moves: gifMoves(bytes) };
  }
  if (ascii(0, 4) === "RIFF" && ascii(8, 4) === "WEBP") return readWebp(view, ascii);
  if (ascii(4, 4) === "ftyp") return readBrand(ascii(8, 4), ascii(16, 24));
  const text = new TextDecoder().decode(bytes.subarray(0, 1000));
  return /^\s*(<\?xml[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE svg[\s\S]*?>\s*)*<svg[\s>]/i.test(text)
    ? "svg"
    : "other";
}

type Ascii = (at: number, length: number) => string;

/** An animated PNG says so before its first picture. */
function pngMoves(view: DataView, ascii: Ascii): boolean {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const type = ascii(at + 4, 4);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}

/** In the frame's head, behind whatever else the camera wrote. */
function jpegSize(view: DataView): { width: number; height: number } | null {
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return null;
}

/** Each picture has a block that says how long it stays; a still one has one at most. */
function gifMoves(bytes: Uint8Array): boolean {
  let found = 0;
  for (let at = 0; at + 8 <= bytes.length && found < 2; at += 1)
    if (bytes[at] === 0x21 && bytes[at + 1] === 0xf9 && bytes[at + 2] === 4 && bytes[at + 7] === 0)
      found += 1;
  return found > 1;
}

function readWebp(view: DataView, ascii: Ascii): PictureHead | NoPicture {
  const chunk = ascii(12, 4);
  if (view.byteLength < 30) return "other";
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
  if (chunk === "VP8X") {
    const size = { width: uint24(24) + 1, height: uint24(27) + 1 };
    return { kind: "webp", size, moves: (view.getUint8(20) & 2) !== 0 };
  }
  if (chunk === "VP8L") {
    const bits = view.getUint32(21, true);
    const size = { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    return { kind: "webp", size, moves: false };
  }
  if (chunk !== "VP8 ") return "other";
  const size = { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return { kind: "webp", size, moves: false };
}

function readBrand(brand: string, others: string): PictureHead | NoPicture {
  if (/^avi[fs]$/.test(brand) || (brand === "mif1" && others.includes("avif")))
    return { kind: "avif", size: null, moves: brand === "avis" };
  return /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(brand) ? "heic" : "other";
}
