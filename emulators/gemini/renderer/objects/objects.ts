import sharp from "sharp";

type Kind = "object" | "object-edge";
const side = 352;
/** The edge reaches beyond the object by this share of its side. */
const margin = 0.14;

const made = new Map<string, Promise<string>>();
const address = (png: Buffer) => `data:image/png;base64,${png.toString("base64")}`;

/** An object's picture or its white cut-out edge, ready to be named in markup. */
export function objectPicture(kind: Kind, name: string): Promise<string> {
  const key = `${kind}:${name}`;
  const known = made.get(key) ?? make(kind, name);
  made.set(key, known);
  return known;
}

async function make(kind: Kind, name: string): Promise<string> {
  const { default: pictures } = await import("./objects.json", { with: { type: "json" } });
  const webp = Buffer.from((pictures as Record<string, string>)[name] ?? "", "base64");
  if (kind === "object") return address(await sharp(webp).png({ compressionLevel: 2 }).toBuffer());
  const room = Math.round(side * margin);
  const alpha = await sharp(webp)
    .resize(side, side)
    .extend({ top: room, bottom: room, left: room, right: room, background: "#00000000" })
    .png()
    .toBuffer()
    .then((wide) => sharp(wide).extractChannel("alpha").toColourspace("b-w").png().toBuffer());
  const mask = await sharp(alpha)
    .blur(5)
    .linear(9, -120)
    .blur(0.8)
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = mask.info;
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at += 1) pixels[at * 4 + 3] = mask.data[at * channels] ?? 0;
  return address(
    await sharp(pixels, { raw: { width, height, channels: 4 } })
      .png({ compressionLevel: 2 })
      .toBuffer(),
  );
}
