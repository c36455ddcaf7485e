import sharp from "sharp";
import { expect, test } from "vitest";
import type { DesignDocument } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import { drawDocument } from "#drawing/draw-document.ts";
import { badgeCorner, wordStyles } from "#drawing/set-words/styles.ts";
import { titles } from "#drawing/test/titles.ts";
import { setWordsOn } from "#server/features/designs/set-words-on.ts";
import { drawPixels } from "#server/platform/drawing/draw-png.ts";
import { fontOf } from "#server/platform/drawing/fonts.ts";
import { openTestShop } from "../helpers/test-shop.ts";

/** Grain with a bright subject at the right. */
const art = await sharp({
  create: {
    ...canvas,
    channels: 3,
    background: "#000000",
    noise: { type: "gaussian", mean: 70, sigma: 18 },
  },
})
  .composite([
    {
      input: Buffer.from(
        '<svg width="420" height="520"><ellipse cx="210" cy="260" rx="200" ry="250"/></svg>',
      ),
      left: 820,
      top: 120,
      blend: "dest-out",
    },
  ])
  .flatten({ background: "#f0c8a0" })
  .png()
  .toBuffer();

/** Of each style; DRAWN_TITLES=100 draws them all, which takes minutes. */
const drawnTitles = Number(process.env.DRAWN_TITLES ?? 2);

/** Of 255 in a channel; the end of a shadow changes less, which nobody sees. */
const leastSeen = 6;

const isSeen = (one: Buffer, other: Buffer, at: number) =>
  [0, 1, 2].some((channel) => Math.abs(one[at + channel]! - other[at + channel]!) > leastSeen);

test("of words that were set, no pixel lies at the edge or under the badge of the length", async () => {
  const { platform } = await openTestShop();
  const picture = { ...canvas, href: `data:image/png;base64,${art.toString("base64")}` };
  const draw = (document: DesignDocument) =>
    drawPixels(platform.config.dataDir, drawDocument(document, { fonts: fontOf, picture: () => picture }));
  for (const [row, style] of Object.keys(wordStyles).entries())
    for (let at = 0; at < drawnTitles; at += 1) {
      const side = at % 2 === 0 ? "left" : "right";
      const title = titles[(row * 23 + at * 37) % titles.length]!;
      const document = await setWordsOn(art, "art", {
        title,
        style,
        side,
        sourceDocument: null,
        brand: null,
      });
      const bare = await draw({ ...document, layers: [] });
      const whole = await draw(document);
      let changed = 0;
      for (let pixel = 0; pixel < canvas.width * canvas.height; pixel += 1) {
        const [x, y] = [pixel % canvas.width, Math.floor(pixel / canvas.width)];
        if (bare.readUInt32LE(pixel * 4) === whole.readUInt32LE(pixel * 4)) continue;
        changed += 1;
        const isOut = x < 2 || y < 2 || x >= canvas.width - 2 || y >= canvas.height - 2;
        const isUnderBadge = x >= badgeCorner.x && y >= badgeCorner.y && isSeen(bare, whole, pixel * 4);
        if (isOut || isUnderBadge) expect.fail(`${style}, “${title}”: a pixel at ${x}, ${y}`);
      }
      expect(changed, `${style}, “${title}”`).toBeGreaterThan(5000);
    }
});
