/**
 * Draws the pictures of the shop's own content into web/public/media/defaults: thumbnails with the renderer that
 * stands in for the image model, a wall of them for the hero, the voices' portraits and the logo.
 * Run by hand when a title changes: node scripts/draw-default-pictures.ts
 */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { renderAsync } from "@resvg/resvg-js";
import * as fontkit from "fontkit";
import sharp from "sharp";
import type { ThumbnailNiche, ThumbnailStyle } from "#emulators/gemini/renderer/brief.ts";
import { createPaints } from "#emulators/gemini/renderer/paints.ts";
import { paletteFor } from "#emulators/gemini/renderer/palettes.ts";
import { dealLook, type Expression, type Look } from "#emulators/gemini/renderer/people/look.ts";
import { drawPerson } from "#emulators/gemini/renderer/people/person.ts";
import { createRandom, hashText } from "#emulators/gemini/renderer/random.ts";
import { renderThumbnail } from "#emulators/gemini/renderer/render.ts";

type Drawing = readonly [
  name: string,
  title: string,
  niche: ThumbnailNiche,
  style: ThumbnailStyle,
  variation?: 0 | 1,
];

const drawings: Drawing[] = [
  ["about-bread", "Bread With No Kneading", "cooking", "bold"],
  ["about-night-train", "14 Hours on a Night Train", "travel", "colorful"],
  ["about-one-light", "One Lamp, Five Portraits", "photography", "minimal"],
  ["about-small-flat", "A Desk That Folds Away", "diy", "playful"],
  ["contact", "Ask Us Anything", "vlog", "playful"],
  ["footer", "How a Pair Is Made", "tech", "professional"],
  ["item-text-effects", "Make It Readable", "art", "bold"],
  ["item-cutout", "Cut It Clean", "photography", "professional"],
  ["item-colour-grades", "Eight Looks", "photography", "colorful"],
  ["item-banner-kit", "One Banner, Every Screen", "business", "minimal"],
  ["item-end-screen", "Stay for the Next One", "movies", "playful"],
  ["item-checklist", "Check This First", "education", "minimal"],
  ["item-workbook", "Say It Once", "books", "professional"],
  ["item-test-planner", "Which One Wins?", "science", "bold"],
  ["pair-boss-a", "The Boss Nobody Beats", "gaming", "bold", 0],
  ["pair-boss-b", "The Boss Nobody Beats", "gaming", "bold", 1],
  ["pair-night-train-a", "14 Hours on a Night Train", "travel", "colorful", 0],
  ["pair-night-train-b", "14 Hours on a Night Train", "travel", "colorful", 1],
  ["pair-one-pan-a", "One Pan, Seven Dinners", "food", "playful", 0],
  ["pair-one-pan-b", "One Pan, Seven Dinners", "food", "playful", 1],
  ["pair-push-ups-a", "Twenty Push-Ups a Day", "fitness", "professional", 0],
  ["pair-push-ups-b", "Twenty Push-Ups a Day", "fitness", "professional", 1],
  ["strip-experiments", "Three Failed Experiments", "science", "professional"],
  ["strip-guitar", "Four Chords, Forty Songs", "music", "bold"],
  ["strip-puppy", "Week One With a Puppy", "pets", "playful"],
  ["strip-ruins", "The City Under the Lake", "history", "colorful"],
  ["strip-tomatoes", "Tomatoes Without a Garden", "gardening", "colorful"],
  ["strip-van", "This Van Cost $900", "automotive", "bold"],
];

type Voice = readonly [name: string, niche: ThumbnailNiche, says: Expression, look: Partial<Look>];

const voices: Voice[] = [
  ["voice-odile", "cooking", "joy", { she: true, hair: "bob", garment: "apron", extras: [] }],
  ["voice-teo", "gaming", "laugh", { she: false, hair: "curls", garment: "hoodie", extras: ["headset"] }],
  ["voice-philippa", "books", "pride", { she: true, hair: "bun", garment: "roll-neck", extras: ["glasses"] }],
  ["voice-kwabena", "education", "joy", { she: false, hair: "fade", garment: "shirt", extras: [] }],
  ["voice-ines", "gardening", "calm", { she: true, hair: "waves", garment: "shirt", extras: [] }],
  [
    "voice-anders",
    "automotive",
    "pride",
    { she: false, hair: "quiff", beard: true, garment: "coat", extras: [] },
  ],
];

const folder = join(import.meta.dirname, "../web/public/media/defaults");

/** The three widths that the pages' srcset names. */
async function save(name: string, picture: Buffer, quality = 82): Promise<void> {
  for (const [width, suffix] of [
    [1280, ""],
    [640, "-640"],
    [320, "-320"],
  ] as const) {
    await sharp(picture)
      .resize(width, (width / 16) * 9, { kernel: "lanczos3" })
      .webp({ quality, effort: 6 })
      .toFile(join(folder, `${name}${suffix}.webp`));
  }
}

/** What a shared link shows: two pictures of one title, in the format every reader knows. It names no shop, since a shop can be renamed. */
async function drawShare(front: Buffer, back: Buffer): Promise<void> {
  const plate = (picture: Buffer, degrees: number) =>
    sharp(picture)
      .resize(672, 378)
      .composite([
        {
          input: Buffer.from(
            `<svg width="672" height="378"><rect width="100%" height="100%" rx="22"/></svg>`,
          ),
          blend: "dest-in",
        },
      ])
      .png()
      .toBuffer()
      .then((rounded) => sharp(rounded).rotate(degrees, { background: "#00000000" }).png().toBuffer());
  const ground =
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#002d32"/>` +
    `<rect x="60" y="560" width="180" height="8" rx="4" fill="#fd6a25"/></svg>`;
  await sharp(await drawSvg(ground, 1200))
    .composite([
      { input: await plate(back, 4), left: 472, top: 172 },
      { input: await plate(front, -4), left: 34, top: 44 },
    ])
    .jpeg({ quality: 86, mozjpeg: true })
    .toFile(join(folder, "share.jpg"));
}

async function drawSvg(svg: string, width: number): Promise<Buffer> {
  const drawn = await renderAsync(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: "width", value: width },
  });
  return drawn.asPng();
}

/** The hero's ground: a tilted wall of pictures, cooled down to petrol so that words stay legible on it. */
async function drawWall(tiles: Buffer[]): Promise<Buffer> {
  const [columns, rows, width, height, gap] = [6, 7, 400, 225, 22];
  const wall = { width: columns * (width + gap), height: rows * (height + gap) };
  const small = await Promise.all(
    tiles.map((tile) =>
      sharp(tile)
        .resize(width, height)
        .composite([
          {
            input: Buffer.from(
              `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="16"/></svg>`,
            ),
            blend: "dest-in",
          },
        ])
        .png()
        .toBuffer(),
    ),
  );
  const placed = Array.from({ length: columns * rows }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const shift = column % 2 === 0 ? 0 : Math.round(height / 2);
    const top = row * (height + gap) - shift;
    return { input: small[(at * 5 + row) % small.length]!, left: column * (width + gap), top };
  }).filter(({ top }) => top >= 0);
  const flat = await sharp({ create: { ...wall, channels: 4, background: "#002d32" } })
    .composite(placed)
    .png()
    .toBuffer();
  const turned = await sharp(flat).rotate(-11, { background: "#002d32" }).png().toBuffer();
  const { width: w, height: h } = await sharp(turned).metadata();
  return sharp(turned)
    .extract({ left: Math.round((w - 1760) / 2), top: Math.round((h - 990) / 2), width: 1760, height: 990 })
    .resize(1280, 720)
    .blur(1.1)
    .composite([
      {
        input: {
          create: { width: 1280, height: 720, channels: 4, background: { r: 0, g: 45, b: 50, alpha: 0.62 } },
        },
      },
    ])
    .png()
    .toBuffer();
}

async function drawVoice([name, niche, expression, asked]: Voice): Promise<Buffer> {
  const palette = paletteFor(niche, 0, 0);
  const paints = createPaints();
  const look = dealLook(createRandom(hashText(name)), asked, false);
  const person = drawPerson(paints, look, {
    x: 128,
    y: 122,
    scale: 0.82,
    tilt: 3,
    turn: -0.3,
    expression,
    lit: -1,
    rim: palette.accent,
    garmentColour: palette.deep,
  });
  return drawSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">${paints.definitions()}` +
      `<rect width="256" height="256" fill="${palette.light}"/><circle cx="196" cy="60" r="120" fill="${palette.accent}" opacity="0.45"/>` +
      `${person}</svg>`,
    256,
  );
}

/** The wordmark as outlines of the display face, on a plate of its own so that it reads on any ground. */
async function drawLogo(): Promise<Buffer> {
  const file =
    "../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2";
  const font = fontkit.create(await readFile(join(import.meta.dirname, file)));
  if (!("layout" in font)) throw new Error("The display face is not one font.");
  const run = font.layout("Thumbsmith");
  const scale = 55 / font.unitsPerEm;
  let x = 122;
  const letters = run.glyphs.map((glyph, at) => {
    const path = `<path transform="translate(${x} 79) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`;
    x += run.positions[at]!.xAdvance * scale - 55 * 0.02;
    return path;
  });
  const mark =
    `<g transform="translate(24 22) scale(1.58)"><g transform="rotate(-16 24 24)">` +
    `<path d="M3.500 13.500a5 5 0 0 1 5-5h14a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2h-14a5 5 0 0 1-5-5z" fill="#eef9fb"/>` +
    `<path d="M28 10.600a2 2 0 0 1 2.900-1.800l14.200 7.200a2.800 2.800 0 0 1 0 5L30.900 28.200A2 2 0 0 1 28 26.400z" fill="#fd6a25"/>` +
    `<path d="M16 33.500a2 2 0 0 1 2-2h4.500a2 2 0 0 1 2 2V44a3.500 3.500 0 0 1-3.500 3.500h-1.500A3.500 3.500 0 0 1 16 44z" fill="#eef9fb"/></g></g>`;
  return drawSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 120"><rect width="480" height="120" rx="26" fill="#002d32"/>` +
      `${mark}<g fill="#eef9fb" stroke="#eef9fb" stroke-width="${2.6 / scale}" stroke-linejoin="round">${letters.join("")}</g></svg>`,
    480,
  );
}

await mkdir(folder, { recursive: true });
const drawn: Buffer[] = [];
for (const [name, title, niche, style, variation = 0] of drawings) {
  const picture = await renderThumbnail({ title, niche, style, variation });
  drawn.push(picture);
  await save(name, picture);
}
await save("hero", await drawWall(drawn), 60);
for (const voice of voices) {
  await sharp(await drawVoice(voice))
    .webp({ quality: 88 })
    .toFile(join(folder, `${voice[0]}.webp`));
}
const logo = await drawLogo();
await sharp(logo).webp({ quality: 95 }).toFile(join(folder, "logo.webp"));
const pictureOf = (name: string) => drawn[drawings.findIndex((drawing) => drawing[0] === name)]!;
await drawShare(pictureOf("pair-boss-a"), pictureOf("pair-boss-b"));
