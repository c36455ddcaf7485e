import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  errorSchema,
  imageModel,
  imagePrompt,
  imageRequest,
  imagesOf,
  responseSchema,
  startGemini,
  testKey,
  textModel,
} from "./gemini-support.ts";

const request = imageRequest(imagePrompt("Faults"));

async function struck(rule: object) {
  const gemini = await startGemini();
  await gemini.fault({ times: 1, ...rule });
  return gemini.generate(imageModel, request);
}

describe("refusals have Google's status, code and details", () => {
  test.each([
    ["invalid-argument", 400, "INVALID_ARGUMENT"],
    ["api-key-invalid", 400, "INVALID_ARGUMENT"],
    ["api-key-expired", 400, "INVALID_ARGUMENT"],
    ["key-leaked", 403, "PERMISSION_DENIED"],
    ["permission-denied", 403, "PERMISSION_DENIED"],
    ["location-unsupported", 400, "FAILED_PRECONDITION"],
    ["model-not-found", 404, "NOT_FOUND"],
    ["rate-limited", 429, "RESOURCE_EXHAUSTED"],
    ["rate-limited-plain", 429, "RESOURCE_EXHAUSTED"],
    ["quota-per-day", 429, "RESOURCE_EXHAUSTED"],
    ["credits-depleted", 429, "RESOURCE_EXHAUSTED"],
    ["spending-cap", 429, "RESOURCE_EXHAUSTED"],
    ["internal", 500, "INTERNAL"],
    ["unavailable", 503, "UNAVAILABLE"],
    ["deadline-exceeded", 504, "DEADLINE_EXCEEDED"],
  ])("%s", async (fault, code, status) => {
    const answer = await struck({ fault });
    expect(answer.status).toBe(code);
    expect(errorSchema.parse(await answer.json()).error).toMatchObject({ code, status });
  });

  test("a minute's quota and a day's both say when to come back, and only the day's names itself", async () => {
    const details = async (rule: object) =>
      errorSchema.parse(await (await struck(rule)).json()).error.details ?? [];
    const minute = await details({ fault: "rate-limited", retrySeconds: 3 });
    expect(minute.find((one) => one["@type"].endsWith("RetryInfo"))?.retryDelay).toBe("3s");
    expect(JSON.stringify(minute)).not.toContain("PerDay");
    const day = await details({ fault: "quota-per-day" });
    expect(JSON.stringify(day)).toContain('"quotaId":"GenerateRequestsPerDayPerProjectPerModel"');
    expect(JSON.stringify(day)).toContain("RetryInfo");
  });
});

describe("answers of 200 that hold no image", () => {
  test.each([
    ["blocked-safety", { promptFeedback: { blockReason: "SAFETY" } }],
    ["blocked-prohibited", { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }],
    ["no-candidates", {}],
    ["safety", { candidates: [{ finishReason: "SAFETY" }] }],
    ["image-safety", { candidates: [{ finishReason: "IMAGE_SAFETY" }] }],
    ["prohibited-content", { candidates: [{ finishReason: "PROHIBITED_CONTENT" }] }],
    ["recitation", { candidates: [{ finishReason: "RECITATION" }] }],
    ["no-image", { candidates: [{ finishReason: "NO_IMAGE" }] }],
    ["max-tokens", { candidates: [{ finishReason: "MAX_TOKENS" }] }],
    ["no-content", { candidates: [{ finishReason: "STOP" }] }],
    ["text-only", { candidates: [{ content: { parts: [{ text: expect.any(String) }] } }] }],
    ["empty-text", { candidates: [{ content: { parts: [{ text: "" }] } }] }],
  ])("%s", async (fault, shape) => {
    const answer = await struck({ fault });
    expect(answer.status).toBe(200);
    const response = responseSchema.parse(await answer.json());
    expect(response).toMatchObject(shape);
    expect(imagesOf(response)).toEqual([]);
  });
});

describe("unusual images", () => {
  test.each([
    ["square-image", { format: "png", width: 1024, height: 1024 }],
    ["tall-image", { format: "png", width: 768, height: 1376 }],
    ["small-image", { format: "png", width: 64, height: 36 }],
    ["png-image", { format: "png", width: 1376, height: 768 }],
    ["webp-image", { format: "webp", width: 1376, height: 768 }],
    ["wrong-mime-type", { format: "jpeg", width: 1376, height: 768 }],
    ["noisy-image", { format: "png", width: 1376, height: 768 }],
    ["huge-image", { format: "png", width: 2752, height: 1536 }],
    ["provenance", { format: "png", width: 1376, height: 768 }],
    ["thought-images", { format: "jpeg", width: 1376, height: 768 }],
    ["several-images", { format: "jpeg", width: 1376, height: 768 }],
  ])("%s", async (fault, metadata) => {
    const response = responseSchema.parse(await (await struck({ fault })).json());
    const image = imagesOf(response).at(-1);
    expect(await sharp(image?.bytes).metadata()).toMatchObject(metadata);
    if (fault === "noisy-image") expect(image?.bytes.length).toBeGreaterThan(2_000_000);
    if (fault === "huge-image") expect(image?.bytes.length).toBeGreaterThan(12_000_000);
    if (fault === "wrong-mime-type") expect(image?.mimeType).toBe("image/png");
    if (fault === "several-images") expect(imagesOf(response)).toHaveLength(2);
    if (fault === "thought-images") {
      expect(imagesOf(response)).toHaveLength(1);
      expect(response.candidates?.[0]?.content?.parts?.filter((part) => part.thought)).toHaveLength(3);
    }
    if (fault === "provenance") {
      expect(image?.bytes.includes("caBX")).toBe(true);
      expect((await sharp(image?.bytes).metadata()).xmp?.toString()).toContain("trainedAlgorithmicMedia");
    }
  });

  test.each(["corrupt-base64", "garbage-image", "cut-image", "empty-data"])(
    "%s can't be decoded",
    async (fault) => {
      const response = responseSchema.parse(await (await struck({ fault })).json());
      const [image] = imagesOf(response);
      await expect((async () => sharp(image?.bytes).raw().toBuffer())()).rejects.toThrow();
    },
  );
});

describe("a broken transport", () => {
  test.each(["reset", "reset-mid-body"])("%s cuts the connection", async (fault) => {
    await expect(struck({ fault }).then((answer) => answer.text())).rejects.toThrow();
  });

  test.each([
    ["truncated-json", 200],
    ["html", 502],
    ["html-ok", 200],
    ["empty-body", 200],
  ])("%s can't be read as JSON", async (fault, status) => {
    const answer = await struck({ fault });
    expect(answer.status).toBe(status);
    const text = await answer.text();
    expect(() => JSON.parse(text)).toThrow();
  });

  test("hang gives no answer, and a server that closes doesn't wait for it", async () => {
    const gemini = await startGemini();
    await gemini.fault({ fault: "hang" });
    const pending = gemini.generate(imageModel, request).then(
      () => "answered",
      () => "cut",
    );
    await expect
      .poll(async () => (await (await gemini.call("GET", "/control/requests")).json()).requests.length)
      .toBe(1);
    await gemini.app.close();
    expect(await pending).toBe("cut");
  });

  test("slow is a sound answer that a client may stop waiting for", async () => {
    const gemini = await startGemini();
    await gemini.fault({ fault: "slow", delayMs: 600_000, times: 1 });
    const patience = new AbortController();
    const init = { signal: patience.signal, method: "POST", body: JSON.stringify(request) };
    const aborted = expect(gemini.generate(imageModel, request, init)).rejects.toThrow();
    await expect
      .poll(async () => (await (await gemini.call("GET", "/control/requests")).json()).requests.length)
      .toBe(1);
    patience.abort();
    await aborted;
    await gemini.fault({ fault: "slow", delayMs: 1, times: 1 });
    const answer = await gemini.generate(imageModel, request);
    expect(imagesOf(responseSchema.parse(await answer.json()))).toHaveLength(1);
  });
});

describe("which calls a fault strikes", () => {
  test("only those that its key, model and prompt name, as often as it says", async () => {
    const gemini = await startGemini();
    await gemini.fault({
      fault: "internal",
      match: { key: testKey, model: imageModel, contains: "Fau" },
      times: 2,
    });
    await gemini.fault({ fault: "unavailable", match: { key: "another" } });
    const text = { contents: [{ parts: [{ text: "Faults" }] }] };
    expect((await gemini.generate(textModel, text)).status).toBe(200);
    expect((await gemini.generate(imageModel, imageRequest("Nothing"))).status).toBe(200);
    const statuses = [];
    for (let made = 0; made < 3; made += 1)
      statuses.push((await gemini.generate(imageModel, request)).status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  test("deleting ends them all", async () => {
    const gemini = await startGemini();
    await gemini.fault({ fault: "internal" });
    expect((await gemini.generate(imageModel, request)).status).toBe(500);
    expect((await gemini.call("DELETE", "/control/faults")).status).toBe(204);
    expect((await gemini.generate(imageModel, request)).status).toBe(200);
  });

  test("an unknown fault is refused", async () => {
    const gemini = await startGemini();
    expect((await gemini.call("POST", "/control/faults", { fault: "no-such" })).status).toBe(400);
  });
});
