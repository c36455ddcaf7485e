import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createAlbum } from "../gemini/edits/album.ts";
import { readEdit } from "../gemini/edits/read-edit.ts";
import {
  imageModel,
  imagePrompt,
  imageRequest,
  imagesOf,
  otherImage,
  responseSchema,
  startGemini,
  textModel,
} from "./gemini-support.ts";

const title = "Quit Your 9-5";
const keep = "Keep everything else as it is: people and their faces, objects.";
const closing = `It is the thumbnail of a YouTube video, 16:9, titled "${title}".`;
const editOf = (wish: string) => `Edit the first picture: ${wish}\n${keep}\n${closing}`;
const variationOf = (wish: string) =>
  `Make a variation of the first picture in which only ${wish}.\n${keep}\n${closing}`;
const again = "\nMake another take, different from the first.";
const asJson = {
  responseMimeType: "application/json",
  responseJsonSchema: { type: "object", properties: { words: { type: "string" } }, required: ["words"] },
};

/** As a shop keeps it: cut to 1280×720, coded anew, and coded once more to be sent. */
async function kept(bytes: Buffer) {
  const shop = sharp(bytes).resize(1280, 720, { fit: "cover" });
  const png = await shop.png({ compressionLevel: 1 }).toBuffer();
  return sharp(png).jpeg({ quality: 85 }).toBuffer();
}

async function openStudio(options: Parameters<typeof startGemini>[0] = {}) {
  const gemini = await startGemini(options);
  const inline = (bytes: Buffer) => ({
    inlineData: { mimeType: "image/jpeg", data: bytes.toString("base64") },
  });
  const drawn = async (prompt: string) => (await gemini.drawn(prompt))[0]!.bytes;
  const edited = async (source: Buffer, prompt: string) => {
    const request = imageRequest(prompt);
    request.contents[0]!.parts.push(inline(source) as never);
    const answer = await gemini.generate(imageModel, request);
    return imagesOf(responseSchema.parse(await answer.json()))[0]!.bytes;
  };
  const read = async (picture: Buffer, generationConfig: object = asJson) => {
    const contents = [{ role: "user", parts: [{ text: "Which words are on it?" }, inline(picture)] }];
    const answer = await gemini.generate(textModel, { contents, generationConfig });
    return responseSchema.parse(await answer.json()).candidates?.[0]?.content?.parts?.[0]?.text ?? "";
  };
  return { gemini, drawn, edited, read };
}

type Box = { left: number; top: number; width: number; height: number };
/** Of the drawing of the title above: where nothing but the place is, and the middle of the face. */
const corner: Box = { left: 700, top: 20, width: 80, height: 80 };
const face: Box = { left: 980, top: 240, width: 140, height: 160 };
const at = async (bytes: Buffer, box: Box) => {
  const part = await sharp(bytes).resize(1280, 720, { fit: "cover" }).extract(box).png().toBuffer();
  const { channels } = await sharp(part).stats();
  return channels.slice(0, 3).map(({ mean }) => mean) as [number, number, number];
};
const apart = (left: readonly number[], right: readonly number[]) =>
  left.reduce((sum, value, index) => sum + Math.abs(value - right[index]!), 0) / left.length;
const whole = (bytes: Buffer) => sharp(bytes).resize(64, 36, { fit: "cover" }).removeAlpha().raw().toBuffer();

/** Two takes of each wish on one drawn picture. */
async function openTakes() {
  const { drawn, edited } = await openStudio();
  const source = await kept(await drawn(imagePrompt(title)));
  const takesOf = (prompt: string) =>
    Promise.all([edited(source, prompt), edited(source, prompt + again)] as const);
  return { source, edited, takesOf };
}

const sides = [
  ["the background differs: another place", corner, face],
  ["the expression differs: another feeling", face, corner],
] as const;
const wholes = ["the colours differ: another palette", "the light differs", "the framing differs: nearer"];

describe("an edit keeps what came in and does what it says", () => {
  test("a darker background leaves the face and goes further in a second take, a warmer light turns all to yellow", async () => {
    const { source, edited, takesOf } = await openTakes();
    const [first, second] = await takesOf(editOf("Darker background"));
    const light = async (bytes: Buffer) => (await at(bytes, corner)).reduce((sum, one) => sum + one, 0);
    expect(await light(first)).toBeLessThan((await light(source)) * 0.75);
    expect(await light(second)).toBeLessThan(await light(first));
    expect(apart(await at(first, face), await at(source, face))).toBeLessThan(4);

    const warm = await edited(source, editOf("Warmer light, please"));
    for (const box of [corner, face]) {
      const [red, , blue] = await at(warm, box);
      const [redBefore, , blueBefore] = await at(source, box);
      expect(red / blue).toBeGreaterThan(redBefore / blueBefore);
    }
  });

  test("a variation differs in what was asked, visibly, in each of two takes, and the other part stays", async () => {
    const { source, takesOf } = await openTakes();
    for (const [wish, differs, stays] of sides) {
      const takes = await takesOf(variationOf(wish));
      const shades = await Promise.all(takes.map((take) => at(take, differs)));
      for (const [index, take] of takes.entries()) {
        expect(apart(shades[index]!, await at(source, differs)), wish).toBeGreaterThan(2);
        expect(apart(await at(take, stays), await at(source, stays)), wish).toBeLessThan(8);
      }
      expect(apart(shades[0]!, shades[1]!), wish).toBeGreaterThan(2);
    }
    for (const wish of wholes) {
      const pictures = [...(await takesOf(variationOf(wish))), source];
      const [now, then, once] = await Promise.all(pictures.map(whole));
      expect(apart([...now!], [...once!]), wish).toBeGreaterThan(4);
      expect(apart([...then!], [...now!]), wish).toBeGreaterThan(4);
    }
  });

  test("a picture from elsewhere is changed as well: its place, its size, its side", async () => {
    const { edited } = await openStudio();
    const svg = `<svg width="1280" height="720"><rect width="1280" height="720" fill="#88aacc"/><circle cx="900" cy="420" r="230" fill="#aa3322"/></svg>`;
    const source = await sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();
    const middle: Box = { left: 860, top: 380, width: 80, height: 80 };
    const beach = await edited(source, editOf("Put it on a beach"));
    expect(apart(await at(beach, corner), await at(source, corner))).toBeGreaterThan(10);
    expect(apart(await at(beach, middle), await at(source, middle))).toBeLessThan(4);
    const mirrored = await edited(source, editOf("Mirror it"));
    expect(apart(await at(mirrored, { ...middle, left: 340 }), await at(source, middle))).toBeLessThan(4);
    const nearer = await edited(source, editOf("Zoom in"));
    expect(await sharp(nearer).metadata()).toMatchObject({ width: 1376, height: 768 });
    expect(apart([...(await whole(nearer))], [...(await whole(source))])).toBeGreaterThan(4);
  });

  test.each(["", "Create a thumbnail", "Describe the first picture", imagePrompt(title)])(
    "%s is no edit",
    (prompt) => expect(readEdit(prompt)).toBeNull(),
  );
});

describe("questions about the words on a picture", () => {
  test("are answered as they are lettered, however the picture was coded since, by schema or in a sentence", async () => {
    const { drawn, read } = await openStudio();
    const [first, second] = await Promise.all([
      drawn(imagePrompt(title)).then(kept),
      drawn(imagePrompt("Never Again", otherImage)).then(kept),
    ]);
    expect(JSON.parse(await read(first)).words.replace(/\s+/g, " ")).toBe(title);
    expect(JSON.parse(await read(second)).words.replace(/\s+/g, " ")).toBe("Never Again");
    expect(await read(first, {})).toMatch(/^The words on it are:[\s\S]*Quit/);
    const lines = { type: "OBJECT", properties: { lines: { type: "ARRAY", items: { type: "STRING" } } } };
    const list = { responseMimeType: "application/json", responseSchema: lines };
    expect(JSON.parse(await read(first, list)).lines.join(" ")).toBe(title);
  });

  test("of a picture from elsewhere, or without letters, find none", async () => {
    const { drawn, read } = await openStudio();
    const art = await drawn(`${imagePrompt(title)}\nDraw no letters anywhere.`);
    const other = await sharp({ create: { width: 1280, height: 720, channels: 3, background: "#c02040" } })
      .jpeg()
      .toBuffer();
    for (const picture of [await kept(art), other])
      expect(JSON.parse(await read(picture))).toEqual({ words: "" });
  });

  test.each([
    ["drawn", {}],
    ["plain", { plain: true }],
  ])(
    "find the mistake of a misspelt %s picture, which stays in a change and goes when the words are drawn anew",
    async (_, options) => {
      const { gemini, drawn, edited, read } = await openStudio(options);
      await gemini.fault({ fault: "misspelt", times: 1 });
      const source = await kept(await drawn(imagePrompt("The Honest Truth")));
      expect(JSON.parse(await read(source)).words).not.toMatch(/Honest\s+Truth/);
      const darker = await kept(await edited(source, editOf("Darker background")));
      expect(JSON.parse(await read(darker)).words).not.toMatch(/Honest\s+Truth/);
      const mended = await edited(
        source,
        editOf(
          'Its lettering is misspelt. Draw it anew, so that it says "The Honest Truth" and no other words.',
        ),
      );
      expect(JSON.parse(await read(await kept(mended))).words.replace(/\s+/g, " ")).toBe("The Honest Truth");
    },
  );

  test("find on each of two plain pictures, which differ and are as large as drawn ones, the words that would be there", async () => {
    const { drawn, read } = await openStudio({ plain: true });
    const pair = await Promise.all(["", otherImage].map((more) => drawn(imagePrompt(title, more))));
    expect(pair[0]!.equals(pair[1]!)).toBe(false);
    for (const picture of pair) {
      expect(await sharp(picture).metadata()).toMatchObject({ format: "jpeg", width: 1376, height: 768 });
      expect(JSON.parse(await read(await kept(picture)))).toEqual({ words: title });
    }
    const art = await drawn(`${imagePrompt(title)}\nDraw no letters anywhere.`);
    expect(JSON.parse(await read(art))).toEqual({ words: "" });
  });

  test("a share of the pictures is misspelt, always the same ones", async () => {
    const titles = ["Morning Routine", "Evening Routine", "Weekend Plans", "Monday Motivation"];
    const wordsOf = async (misspelling: number) => {
      const { drawn, read } = await openStudio({ misspelling, plain: true });
      return Promise.all(
        titles.map(async (one) => {
          const { words } = JSON.parse(await read(await kept(await drawn(imagePrompt(one)))));
          return words.replace(/\s+/g, " ") === one;
        }),
      );
    };
    expect(await wordsOf(0)).toEqual([true, true, true, true]);
    expect(await wordsOf(1)).toEqual([false, false, false, false]);
  });

  test("get nonsense, or another language, of a model that does not do what it was asked", async () => {
    const { gemini, drawn, read } = await openStudio({ plain: true });
    const source = await kept(await drawn(imagePrompt(title)));
    for (const [fault, text] of [
      ["nonsense", /^Sure!/],
      ["other-language", /^\{"words":"Слова/],
    ] as const) {
      await gemini.fault({ fault, times: 1, match: { model: textModel } });
      expect(await read(source)).toMatch(text);
    }
  });
});

test("the album forgets the oldest, and never takes one picture for another", async () => {
  const album = createAlbum();
  const picture = (shade: number) =>
    sharp({ create: { width: 64, height: 36, channels: 3, background: { r: shade, g: 90, b: 200 - shade } } })
      .png()
      .toBuffer();
  await album.remember(await picture(10), { words: "ten", recipe: null });
  await album.remember(await picture(40), { words: "forty", recipe: null });
  expect((await album.find(await picture(10)))?.words).toBe("ten");
  expect((await album.find(await picture(41)))?.words).toBe("forty");
  expect(await album.find(await picture(120))).toBeNull();
  const same = await picture(200);
  for (let index = 0; index < 400; index += 1)
    await album.remember(same, { words: `${index}`, recipe: null });
  expect((await album.find(same))?.words).toBe("399");
  expect(await album.find(await picture(10))).toBeNull();
});
