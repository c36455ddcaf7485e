import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readPrompt } from "../gemini/read-prompt.ts";
import {
  errorSchema,
  imageModel,
  imagePrompt,
  imageRequest,
  imagesOf,
  otherImage,
  responseSchema,
  startGemini,
  textModel,
} from "./gemini-support.ts";

const textRequest = (text: string, generationConfig: object = {}) => ({
  contents: [{ role: "user", parts: [{ text }] }],
  generationConfig,
});

describe("image models", () => {
  test("answer a short text and one JPEG of 1376×768 in the real shape", async () => {
    const gemini = await startGemini();
    const answer = await gemini.generate(imageModel, imageRequest(imagePrompt("How I Made $10,000")));
    expect(answer.status).toBe(200);
    const response = responseSchema.parse(await answer.json());
    expect(response.candidates?.[0]?.content?.parts?.map((part) => Object.keys(part)[0])).toEqual([
      "text",
      "inlineData",
    ]);
    expect(response.candidates?.[0]?.finishReason).toBe("STOP");
    expect(response.modelVersion).toBe(imageModel);
    const [image] = imagesOf(response);
    expect(image?.mimeType).toBe("image/jpeg");
    expect(await sharp(image?.bytes).metadata()).toMatchObject({ format: "jpeg", width: 1376, height: 768 });
  });

  test("draw two clearly different images for one title", async () => {
    const gemini = await startGemini();
    const [[first], [second]] = await Promise.all([
      gemini.drawn(imagePrompt("Quit Your 9-5")),
      gemini.drawn(imagePrompt("Quit Your 9-5", otherImage)),
    ]);
    const small = (bytes?: Buffer) => sharp(bytes).resize(64, 36).removeAlpha().raw().toBuffer();
    const [left, right] = await Promise.all([small(first?.bytes), small(second?.bytes)]);
    const difference =
      left.reduce((sum, value, at) => sum + Math.abs(value - (right[at] ?? 0)), 0) / left.length;
    expect(difference).toBeGreaterThan(25);
  });

  test("answer only text where only text is asked for, and other ratios and sizes as asked", async () => {
    const gemini = await startGemini();
    const configured = (generationConfig: object) => ({
      ...imageRequest(imagePrompt("Hello")),
      generationConfig,
    });
    const text = await gemini.generate(imageModel, configured({ responseModalities: ["TEXT"] }));
    expect(imagesOf(responseSchema.parse(await text.json()))).toEqual([]);
    for (const [imageConfig, width, height] of [
      [{ aspectRatio: "1:1" }, 1024, 1024],
      [{ aspectRatio: "9:16" }, 768, 1376],
      [{ imageSize: "2K" }, 2752, 1536],
    ] as const) {
      const answer = await gemini.generate(imageModel, configured({ imageConfig }));
      const [image] = imagesOf(responseSchema.parse(await answer.json()));
      expect(await sharp(image?.bytes).metadata()).toMatchObject({ width, height });
    }
  });
});

describe("text models", () => {
  test("write the given prompt out into a longer brief of its own idea, title and subject", async () => {
    const gemini = await startGemini();
    const prompt =
      'Enhance this. Title: "48 Hours in Paris". Niche: travel. Style: playful.\nPrompt: a baguette stealing pigeon';
    const answer = await gemini.generate(textModel, textRequest(prompt));
    const response = responseSchema.parse(await answer.json());
    const text = response.candidates?.[0]?.content?.parts?.[0]?.text ?? "";
    expect(text).toContain("A baguette stealing pigeon");
    expect(text).toContain("“48 Hours in Paris”");
    expect(text).toMatch(/Composition: .*\n\nLighting: .*\n\nColour: .*\n\nTypography: /s);
    expect(text).toMatch(/traveller|landmark/);
    expect(text.length).toBeLessThanOrEqual(4000);
    expect(response.usageMetadata.thoughtsTokenCount).toBeUndefined();
  });

  test("keep a prompt of full length within the field's 4,000 characters", async () => {
    const gemini = await startGemini();
    const answer = await gemini.generate(
      textModel,
      textRequest("A very long idea with many words. ".repeat(118)),
    );
    const response = responseSchema.parse(await answer.json());
    expect(response.candidates?.[0]?.content?.parts?.[0]?.text?.length).toBeLessThanOrEqual(4000);
  });

  test("think, show their thoughts and stop at the limit only as configured", async () => {
    const gemini = await startGemini();
    const thinking = await gemini.generate(
      textModel,
      textRequest("A cat", { thinkingConfig: { includeThoughts: true, thinkingLevel: "HIGH" } }),
    );
    const thought = responseSchema.parse(await thinking.json());
    expect(thought.candidates?.[0]?.content?.parts?.map((part) => part.thought)).toEqual([true, undefined]);
    expect(thought.usageMetadata.thoughtsTokenCount).toBeGreaterThan(0);
    const short = await gemini.generate(textModel, textRequest("A cat", { maxOutputTokens: 10 }));
    const cut = responseSchema.parse(await short.json());
    expect(cut.candidates?.[0]).toMatchObject({
      finishReason: "MAX_TOKENS",
      content: { parts: [{ text: expect.any(String) }] },
    });
    expect(cut.candidates?.[0]?.content?.parts?.[0]?.text).toHaveLength(40);
  });
});

const configured = (generationConfig: object) => ({ ...textRequest("A cat"), generationConfig });
const thinking = (thinkingConfig: object) => configured({ thinkingConfig });
const asJson = (responseSchema: object) =>
  configured({ responseMimeType: "application/json", responseSchema });
const saying = (part: object) => ({ contents: [{ parts: [part] }] });

describe("refusals", () => {
  test.each([
    ["an unknown setting", imageModel, configured({ imageConfg: {} }), /"imageConfg" at 'generation_config'/],
    ["a setting of another type", imageModel, configured({ topK: "x" }), /'generation_config\.top_k'/],
    ["an unknown ratio", imageModel, configured({ imageConfig: { aspectRatio: "16x9" } }), /aspectRatio/],
    [
      "a size that it does not draw",
      imageModel,
      configured({ imageConfig: { imageSize: "512" } }),
      /imageSize/,
    ],
    ["a size in small letters", imageModel, configured({ imageConfig: { imageSize: "1k" } }), /imageSize/],
    ["a picture's size of a text model", textModel, configured({ imageConfig: {} }), /Image config/],
    ["sound", imageModel, configured({ responseModalities: ["IMAGE", "AUDIO"] }), /response modalities/],
    ["several pictures", imageModel, configured({ candidateCount: 2 }), /Multiple candidates/],
    ["a picture as JSON", imageModel, configured({ responseMimeType: "application/json" }), /JSON mode/],
    [
      "another form of answer",
      textModel,
      configured({ responseMimeType: "image/png" }),
      /response_mime_type/,
    ],
    [
      "a schema's unknown rule",
      textModel,
      asJson({ type: "OBJECT", additionalProperties: false }),
      /"additional/,
    ],
    [
      "a type that is none, deep in a schema",
      textModel,
      asJson({ type: "OBJECT", properties: { words: { type: "TEXT" } } }),
      /'generation_config\.response_schema\.properties\.words\.type'/,
    ],
    ["a longer answer", textModel, configured({ maxOutputTokens: 70_000 }), /maxOutputTokens/],
    ["six places to stop", textModel, configured({ stopSequences: [..."abcdef"] }), /stop_sequences/],
    ["a budget of 0", textModel, thinking({ thinkingBudget: 0 }), /^Budget 0 is invalid/],
    ["a budget of 0", "gemini-2.5-pro", thinking({ thinkingBudget: 0 }), /^Budget 0 is invalid/],
    ["a budget of 0", imageModel, thinking({ thinkingBudget: 0 }), /^Budget 0 is invalid/],
    ["a level", "gemini-2.5-pro", thinking({ thinkingLevel: "LOW" }), /level is not supported/],
    ["the lowest level", "gemini-3.7-flash", thinking({ thinkingLevel: "MINIMAL" }), /'minimal' is not/],
    ["a low level", imageModel, thinking({ thinkingLevel: "LOW" }), /'low' is not/],
    [
      "thinking at all",
      "gemma-3-27b-it",
      thinking({ includeThoughts: false }),
      /not enabled for models\/gemma/,
    ],
    ["both", textModel, thinking({ thinkingBudget: 100, thinkingLevel: "LOW" }), /only set only one/],
    ["no contents", imageModel, {}, /contents is not specified/],
    ["no parts", imageModel, { contents: [{ role: "user", parts: [] }] }, /must not be empty/],
    ["a blank part", imageModel, saying({ text: "" }), /contents\[0\]\.parts\[0\]\.data: required oneof/],
    ["another role", imageModel, { contents: [{ role: "system", parts: [{ text: "x" }] }] }, /valid role/],
    ["no base64", imageModel, saying({ inlineData: { mimeType: "image/png", data: "%" } }), /Base64/],
    ["too long a prompt", imageModel, saying({ text: "x".repeat(140_000) }), /input token count/],
    ["over 20 MB", imageModel, saying({ text: "x".repeat(21 * 1024 * 1024) }), /exceeds the limit: 20971520/],
  ])("%s of %s is an INVALID_ARGUMENT that says so", async (_name, model, body, message) => {
    const gemini = await startGemini();
    const answer = await gemini.generate(model, body);
    expect(answer.status).toBe(400);
    expect(errorSchema.parse(await answer.json()).error).toMatchObject({
      status: "INVALID_ARGUMENT",
      message: expect.stringMatching(message),
    });
  });

  test("quotas are counted for each key and model, and named by minute and day", async () => {
    const gemini = await startGemini({ quotas: { [textModel]: { perMinute: 1, perDay: 2 } } });
    const status = async (model: string, headers: Record<string, string> = {}) => {
      const body = JSON.stringify(textRequest("A cat"));
      const init = { body, headers: { "x-goog-api-key": "one", ...headers } };
      const answer = await gemini.generate(model, undefined, { method: "POST", ...init });
      return answer.status === 200 ? 200 : JSON.stringify(await answer.json());
    };
    expect(await status(textModel)).toBe(200);
    const refused = await status(textModel);
    expect(refused).toContain('"quotaId":"GenerateRequestsPerMinutePerProjectPerModel"');
    expect(refused).not.toContain("PerDay");
    expect(refused).toMatch(/"retryDelay":"[\d.]+s"/);
    expect(await status("gemini-3.5-flash"), "another model").toBe(200);
    expect(await status(textModel, { "x-goog-api-key": "two" }), "another key").toBe(200);
  });

  test("broken JSON, an image from a text model and an unknown model are refused as Google does", async () => {
    const gemini = await startGemini();
    const broken = await gemini.generate(textModel, undefined, { method: "POST", body: "{" });
    expect([broken.status, errorSchema.parse(await broken.json()).error.status]).toEqual([
      400,
      "INVALID_ARGUMENT",
    ]);
    const image = await gemini.generate(textModel, imageRequest("x"));
    expect(errorSchema.parse(await image.json()).error.message).toMatch(/response modalities/);
    for (const gone of ["dall-e", "gemini-9-flash", "gemini-2.5-flash-image"]) {
      const unknown = await gemini.generate(gone, imageRequest("x"));
      expect([unknown.status, errorSchema.parse(await unknown.json()).error.status]).toEqual([
        404,
        "NOT_FOUND",
      ]);
    }
  });

  test("a missing key is 403, a wrong one 400 with the reason API_KEY_INVALID, also for the list of models", async () => {
    const gemini = await startGemini({ keys: ["good"] });
    const none = await gemini.call("GET", "/v1beta/models", undefined, { headers: {} });
    expect([none.status, errorSchema.parse(await none.json()).error.status]).toEqual([
      403,
      "PERMISSION_DENIED",
    ]);
    const wrong = await gemini.call("GET", "/v1beta/models");
    expect(wrong.status).toBe(400);
    expect(errorSchema.parse(await wrong.json()).error.details?.[0]?.reason).toBe("API_KEY_INVALID");
    const good = await gemini.call("GET", "/v1beta/models?key=good", undefined, { headers: {} });
    expect((await good.json()).models.map((model: { name: string }) => model.name)).toContain(
      `models/${imageModel}`,
    );
    const one = await gemini.call("GET", `/v1beta/models/${textModel}?key=good`, undefined, { headers: {} });
    expect(await one.json()).toMatchObject({
      name: `models/${textModel}`,
      supportedGenerationMethods: expect.anything(),
    });
  });
});

describe("reading a prompt", () => {
  test.each([
    [imagePrompt("Plain"), { title: "Plain", niche: "business", style: "professional", different: false }],
    [imagePrompt('He said "wow" twice', otherImage), { title: 'He said "wow" twice', different: true }],
    [
      'Create a minimal YouTube thumbnail for the Real Estate niche. Show the title "A" as large bold text.',
      { style: "minimal", niche: "realEstate" },
    ],
    [
      "Style: playful\nNiche: realEstate\nTitle: Buying a Home\nPrompt: a house",
      { style: "playful", niche: "realEstate", title: "Buying a Home", subject: "a house" },
    ],
    ["a dog with large bold text", { niche: "business", style: "professional", title: "" }],
    ["", { title: "", niche: "business", style: "professional", different: false }],
  ])("%j", (prompt, expected) => {
    expect(readPrompt(prompt)).toMatchObject(expected);
  });
});

describe("options", () => {
  test("the control API is absent unless it is asked for", async () => {
    const gemini = await startGemini({ control: false });
    for (const [method, path] of [
      ["POST", "/control/faults"],
      ["DELETE", "/control/faults"],
      ["GET", "/control/requests"],
    ] as const) {
      expect((await gemini.call(method, path)).status).toBe(404);
    }
  });

  test("a fixed image is answered as it is", async () => {
    const fixedImage = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .webp()
      .toBuffer();
    const gemini = await startGemini({ fixedImage });
    expect(await gemini.drawn(imagePrompt("Any"))).toEqual([{ mimeType: "image/webp", bytes: fixedImage }]);
  });

  test("recorded calls hold the prompt and never the key", async () => {
    const gemini = await startGemini();
    await gemini.generate(textModel, textRequest("Remember me"));
    const text = await (await gemini.call("GET", "/control/requests")).text();
    expect(JSON.parse(text).requests).toMatchObject([
      { model: textModel, prompt: "Remember me", keyLast4: "abcd", fault: null },
    ]);
    expect(text).not.toContain("test-key");
  });
});
