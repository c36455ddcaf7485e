import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  errorSchema,
  imageModel,
  imageRequest,
  responseSchema,
  startGemini,
  textModel,
} from "./gemini-support.ts";

const plain = sharp({ create: { width: 64, height: 36, channels: 3, background: "#336699" } });
const png = await plain.clone().png().toBuffer();
const inline = (mimeType: string, bytes: Buffer) => ({
  inlineData: { mimeType, data: bytes.toString("base64") },
});
const asking = (...parts: object[]) => ({
  contents: [{ role: "user", parts: [{ text: "Look" }, ...parts] }],
});

describe("pictures that come along", () => {
  test("are recorded in order, by kind, type and size, and never their bytes", async () => {
    const gemini = await startGemini();
    const jpeg = await plain.clone().jpeg().toBuffer();
    const webp = await plain.clone().webp().toBuffer();
    const parts = [inline("image/jpeg", jpeg), { text: "and" }, inline("image/webp", webp)];
    expect((await gemini.generate(textModel, asking(...parts))).status).toBe(200);
    const text = await (await gemini.call("GET", "/control/requests")).text();
    const size = { width: 64, height: 36 };
    expect(JSON.parse(text).requests[0].parts).toEqual([
      { kind: "text", characters: 4 },
      { kind: "image", mimeType: "image/jpeg", bytes: jpeg.length, ...size },
      { kind: "text", characters: 3 },
      { kind: "image", mimeType: "image/webp", bytes: webp.length, ...size },
    ]);
    expect(text).not.toContain(jpeg.toString("base64").slice(0, 60));
  });

  test("count as tokens of their own", async () => {
    const gemini = await startGemini();
    const answer = await gemini.generate(
      textModel,
      asking(inline("image/png", png), inline("image/png", png)),
    );
    const { usageMetadata } = responseSchema.parse(await answer.json());
    expect(usageMetadata.promptTokensDetails).toEqual([
      { modality: "TEXT", tokenCount: 1 },
      { modality: "IMAGE", tokenCount: 2240 },
    ]);
    expect(usageMetadata.promptTokenCount).toBe(2241);
  });

  test.each([
    [
      "text that is said to be one",
      inline("image/png", Buffer.from("no picture")),
      "Provided image is not valid.",
    ],
    ["one that is cut off", inline("image/png", png.subarray(0, 90)), "Provided image is not valid."],
    ["a PNG that is said to be a JPEG", inline("image/jpeg", png), "Provided image is not valid."],
    ["the type image/jpg", inline("image/jpg", png), "Unsupported MIME type: image/jpg"],
    ["an SVG", inline("image/svg+xml", png), "Unsupported MIME type: image/svg+xml"],
    ["a GIF", inline("image/gif", png), "Unsupported MIME type: image/gif"],
  ])("%s is refused by both kinds of model", async (_name, part, message) => {
    const gemini = await startGemini();
    for (const [model, config] of [
      [imageModel, imageRequest("").generationConfig],
      [textModel, {}],
    ] as const) {
      const answer = await gemini.generate(model, { ...asking(part), generationConfig: config });
      expect(answer.status).toBe(400);
      expect(errorSchema.parse(await answer.json()).error).toMatchObject({
        status: "INVALID_ARGUMENT",
        message,
      });
    }
  });

  test("are at most 14 for a model that draws", async () => {
    const gemini = await startGemini();
    const many = Array.from({ length: 15 }, () => inline("image/png", png));
    const refused = await gemini.generate(imageModel, asking(...many));
    expect(errorSchema.parse(await refused.json()).error.message).toMatch(/^At most 14 input images/);
  });
});
