import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readHead } from "#web/features/site/check/picture-head.ts";

const colours = ["#d01010", "#1010d0"];
const still = (colour = colours[0]!) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: colour } });
const moving = async () => {
  const frames = await Promise.all(colours.map((colour) => still(colour).png().toBuffer()));
  return sharp(frames, { join: { animated: true } });
};
const text = (words: string) => new TextEncoder().encode(words);
const brand = (name: string, others = "") => text(`\0\0\0\u0018ftyp${name}\0\0\0\0${others}`);
const size = { width: 64, height: 48 };

describe("the head of a file", () => {
  it("tells a still picture's kind and size, whichever program wrote it", async () => {
    expect(readHead(await still().png().toBuffer())).toEqual({ kind: "png", size, moves: false });
    expect(readHead(await still().jpeg().toBuffer())).toEqual({ kind: "jpeg", size, moves: false });
    const progressive = await still()
      .withExif({ IFD0: { Copyright: "x".repeat(3000) } })
      .jpeg({ progressive: true });
    expect(readHead(await progressive.toBuffer())).toEqual({ kind: "jpeg", size, moves: false });
    expect(readHead(await still().webp().toBuffer())).toEqual({ kind: "webp", size, moves: false });
    expect(readHead(await still().webp({ lossless: true }).toBuffer())).toEqual({
      kind: "webp",
      size,
      moves: false,
    });
    expect(readHead(await still().gif().toBuffer())).toEqual({ kind: "gif", size, moves: false });
    expect(readHead(await still().avif().toBuffer())).toEqual({ kind: "avif", size: null, moves: false });
  });

  it("tells of a picture that it moves", async () => {
    expect(readHead(await (await moving()).gif().toBuffer())).toMatchObject({ kind: "gif", moves: true });
    expect(readHead(await (await moving()).webp().toBuffer())).toEqual({ kind: "webp", size, moves: true });
    const png = await still().png().toBuffer();
    const control = Buffer.from("\0\0\0\u0008acTL\0\0\0\u0002\0\0\0\0\0\0\0\0", "latin1");
    const animated = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
    expect(readHead(animated)).toEqual({ kind: "png", size, moves: true });
    expect(readHead(brand("avis"))).toMatchObject({ kind: "avif", moves: true });
  });

  it("knows what a thumbnail can't be, and is not taken in by a name or by half a file", () => {
    expect(readHead(text('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe("svg");
    expect(readHead(text('<?xml version="1.0"?>\n<!-- a drawing -->\n<svg width="1"/>'))).toBe("svg");
    expect(readHead(brand("heic"))).toBe("heic");
    expect(readHead(brand("mif1", "mif1heic"))).toBe("heic");
    expect(readHead(brand("mif1", "mif1avif"))).toMatchObject({ kind: "avif" });
    expect(readHead(brand("isom"))).toBe("other");
    for (const words of ["", "x", "GIF8", "<html><svg/></html>", "RIFF0000WEBPVP8X", "%PDF-1.7"])
      expect(readHead(text(words)), words).toBe("other");
    expect(readHead(Uint8Array.of(0x89, 0x50, 0x4e, 0x47))).toBe("other");
    expect(readHead(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16))).toMatchObject({
      kind: "jpeg",
      size: null,
    });
  });

  it("reads every beginning of a file without a fault", async () => {
    const files = [
      await still().png().toBuffer(),
      await still().jpeg().toBuffer(),
      await (await moving()).gif().toBuffer(),
      await (await moving()).webp().toBuffer(),
    ];
    for (const file of files)
      for (let length = 0; length < Math.min(file.length, 400); length += 1)
        expect(() => readHead(file.subarray(0, length))).not.toThrow();
  });
});
