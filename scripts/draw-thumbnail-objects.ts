/**
 * Draws the objects that the Gemini emulator places in its thumbnails, once, as small pictures with a clear ground:
 * node scripts/draw-thumbnail-objects.ts FOLDER, with a folder that holds the unpacked package. It is not a dependency,
 * because it weighs 99 MB and its filters cost 100 ms a picture:
 * npm pack @iconify-json/fluent-emoji@1.2.7 && tar xzf iconify-json-fluent-emoji-1.2.7.tgz
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";

const names = (
  "airplane alarm-clock amphora anatomical-heart artist-palette automobile backpack balance-scale " +
  "basketball bell books boxing-glove brain bread briefcase bullet-train camera candle carpentry-saw " +
  "cat-face chair chart-increasing clapper-board classical-building cooking couch-and-lamp crossed-swords " +
  "desktop-computer dna dog-face dragon-face dress drum fox framed-picture gem-stone guitar " +
  "hamburger hammer hamster handbag headphone high-heeled-shoe hot-beverage hourglass-done house-with-garden " +
  "joystick key laptop light-bulb lion lipstick lotion-bottle lotus luggage megaphone microphone " +
  "microscope moai mobile-phone money-bag motorcycle movie-camera musical-keyboard newspaper open-book " +
  "owl paintbrush pencil pizza popcorn pot-of-food potted-plant rabbit-face racing-car red-apple robot " +
  "rocket running-shoe scroll seedling skull soccer-ball spaghetti sport-utility-vehicle steaming-bowl " +
  "stethoscope stopwatch sunflower taco teddy-bear telescope test-tube tomato toolbox trophy video-game " +
  "volcano wolf world-map"
).split(" ");

const folder = process.argv[2];
if (!folder) throw new Error("Name the folder of the unpacked package.");
const { icons } = JSON.parse(await readFile(join(folder, "icons.json"), "utf8")) as {
  icons: Record<string, { body: string; width?: number; height?: number }>;
};
const drawn: Record<string, string> = {};
for (const name of names) {
  const icon = icons[name];
  if (!icon) {
    console.warn(`The package has no ${name}.`);
    continue;
  }
  const box = `0 0 ${icon.width ?? 32} ${icon.height ?? 32}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${icon.body}</svg>`;
  const { pixels, width, height } = await renderAsync(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: "width", value: 896 },
  });
  const picture = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .resize(352, 352, { kernel: "lanczos3" })
    .webp({ quality: 78, alphaQuality: 85, effort: 6 })
    .toBuffer();
  drawn[name] = picture.toString("base64");
}
const file = join(import.meta.dirname, "../emulators/gemini/renderer/objects/objects.json");
await writeFile(file, `${JSON.stringify(drawn, null, 2)}\n`);
