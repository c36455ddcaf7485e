import sharp from "sharp";
import { expect, test } from "vitest";
import { c2paBox } from "#emulators/gemini/fault-images.ts";
import type { GeminiFault } from "#emulators/gemini/faults.ts";
import { readC2pa } from "#server/features/generations/provenance.ts";
import {
  balanceOf,
  finished,
  memberWith,
  openGeneratorShop,
  problemsOf,
  startGeneration,
  testKey,
} from "./generator-shop.ts";
import { xmpOf } from "./png.ts";

/** Answers that a run makes its pictures of all the same. */
const bearable = [
  "thought-images",
  "several-images",
  "square-image",
  "tall-image",
  "small-image",
  "png-image",
  "webp-image",
  "huge-image",
  "noisy-image",
  "wrong-mime-type",
  "provenance",
  "misspelt",
] as const satisfies GeminiFault[];

/** Every other fault with what the person reads; an answer that is only slow is none. */
const failing: Record<Exclude<GeminiFault, (typeof bearable)[number] | "slow">, RegExp> = {
  "invalid-argument": /^API Error: 400 - the request was refused$/,
  "api-key-invalid": /^API Error: 400 - the API key was refused$/,
  "api-key-expired": /^API Error: 400 - the API key was refused$/,
  "key-leaked": /^API Error: 403 - the API key was refused$/,
  "location-unsupported": /^API Error: 400 - the API key cannot be used here$/,
  "permission-denied": /^API Error: 403 - the API key was refused$/,
  "model-not-found": /^API Error: 404 - the model was not found$/,
  "rate-limited": /^API Error: 429 - too many requests$/,
  "rate-limited-plain": /^API Error: 429 - too many requests$/,
  "quota-per-day": /^API Error: 429 - the day's quota is used up$/,
  "credits-depleted": /^API Error: 429 - the key's Google project has no balance left/,
  "spending-cap": /^API Error: 429 - the key's Google project has no balance left/,
  internal: /^API Error: 500 - the service had an internal error$/,
  unavailable: /^API Error: 503 - the service is overloaded$/,
  "deadline-exceeded": /^API Error: 504 - the service took too long$/,
  hang: /^The AI service did not answer in time\.$/,
  reset: /^The AI service could not be reached\.$/,
  "reset-mid-body": /^The AI service could not be reached\.$/,
  "truncated-json": /^The AI service/,
  html: /^API Error: 502 - /,
  "html-ok": /^The AI service sent an answer that could not be read\.$/,
  "empty-body": /^The AI service sent an answer that could not be read\.$/,
  "blocked-safety": /^No image was generated from the API response: the safety filter blocked it\.$/,
  "blocked-prohibited": /^No image was generated from the API response: the content is prohibited\.$/,
  "no-candidates": /^No image was generated from the API response/,
  safety: /^No image was generated from the API response: the safety filter blocked it\.$/,
  "image-safety": /^No image was generated from the API response: the safety filter blocked the picture\.$/,
  "prohibited-content": /^No image was generated from the API response: the content is prohibited\.$/,
  recitation: /^No image was generated from the API response: it came too close to an existing work\.$/,
  "no-image": /^No image was generated from the API response/,
  "max-tokens": /^No image was generated from the API response: the answer grew too long\.$/,
  "no-content": /^No image was generated from the API response/,
  "empty-text": /^No image was generated from the API response/,
  "text-only": /^No image was generated from the API response/,
  nonsense: /^No image was generated from the API response/,
  "other-language": /^No image was generated from the API response/,
  "corrupt-base64": /^No image was generated from the API response/,
  "garbage-image": /^No image was generated from the API response: the picture could not be read\.$/,
  "cut-image": /^No image was generated from the API response: the picture could not be read\.$/,
  "empty-data": /^No image was generated from the API response/,
};
const failures = Object.entries(failing) as [GeminiFault, RegExp][];

test(`each of ${failures.length} ways in which the model fails gives the credit back and says why`, async () => {
  // Long enough for the answers that do come, on a machine with other work; one fault waits for it.
  const { shop, emulator, admin } = await openGeneratorShop({ timeoutMs: 6_000, emulator: { plain: true } });
  const [key] = (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data;
  let person = await memberWith(shop, 5);
  for (const [index, [fault, text]] of failures.entries()) {
    // The model may refuse ten runs of a person within an hour.
    if (index % 10 === 9) person = await memberWith(shop, 5);
    // Entering the key anew ends the rest that the fault before left.
    await shop.send({ method: "PUT", url: `/api/gemini-keys/${key._id}`, body: { key: testKey }, as: admin });
    await expect
      .poll(async () => (await shop.send({ url: "/api/gemini-keys", as: person })).body.data)
      .toHaveLength(1);
    await emulator.fault(fault, { retrySeconds: 40 });
    const answer = await startGeneration(shop, person);
    expect(answer.status, fault).toBe(202);
    expect(answer.body.data.currentBalance, fault).toBe(4);
    const generation = await finished(shop, person, answer.body.data.id);
    expect(generation, fault).toMatchObject({ stage: "failed", refunded: true, images: [] });
    expect(generation.error, fault).toMatch(text);
    expect(JSON.stringify(generation), fault).not.toMatch(/AIza|127\.0\.0\.1|googleapis|<html/);
    expect(await balanceOf(shop, person), fault).toBe(5);
    await emulator.clearFaults();
  }
  expect(await problemsOf(shop)).toEqual([]);
});

test("whatever picture the model answers with, both downloads are PNGs of 1280×720 under 2,000,000 bytes", async () => {
  const { shop, emulator } = await openGeneratorShop({ timeoutMs: 60_000 });
  const person = await memberWith(shop, 20);
  for (const fault of bearable) {
    await emulator.fault(fault);
    const generation = await finished(shop, person, (await startGeneration(shop, person)).body.data.id);
    expect(generation.stage, `${fault}: ${generation.error}`).toBe("done");
    for (const { url } of generation.images) {
      const { rawPayload } = await shop.http.inject({ url, headers: { cookie: person.cookie } });
      expect(rawPayload.length, fault).toBeLessThan(2_000_000);
      expect(await sharp(rawPayload).metadata(), fault).toMatchObject({
        format: "png",
        width: 1280,
        height: 720,
      });
      expect(xmpOf(rawPayload), fault).toContain("trainedAlgorithmicMedia");
      if (fault === "provenance") expect(readC2pa(rawPayload)?.equals(c2paBox())).toBe(true);
    }
    await emulator.clearFaults();
  }
  expect(await problemsOf(shop)).toEqual([]);
}, 240_000);

test("a picture that fails once is asked for again with the other key, and the run is done", async () => {
  const keys = ["AIza-first-key-of-the-tests-000-1111", "AIza-second-key-of-the-tests-00-2222"];
  const { shop, emulator, admin } = await openGeneratorShop({ keys });
  const person = await memberWith(shop, 9);
  await emulator.fault("permission-denied", { key: keys[0]! });
  for (let count = 0; count < 3; count += 1) {
    const { id } = (await startGeneration(shop, person)).body.data;
    expect((await finished(shop, person, id)).stage).toBe("done");
  }
  const byKey = Object.groupBy(await emulator.requests(), ({ keyLast4 }) => keyLast4);
  expect(byKey["1111"]!.length, "a refused key is left alone").toBe(1);
  expect(byKey["2222"]!.length).toBe(6);
  const shown = (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data;
  expect(shown.find(({ name }: { name: string }) => name === "Key 1111")).toMatchObject({
    health: "refused",
    lastError: "API Error: 403 - the API key was refused",
  });
  expect(shown.find(({ name }: { name: string }) => name === "Key 2222")).toMatchObject({ health: "ok" });
  expect(await problemsOf(shop)).toEqual([]);
});

test("several keys take turns", async () => {
  const keys = [
    "AIza-first-key-of-the-tests-000-1111",
    "AIza-second-key-of-the-tests-00-2222",
    "AIza-third-key-of-the-tests-000-3333",
  ];
  const { shop, emulator } = await openGeneratorShop({ keys });
  const person = await memberWith(shop, 9);
  for (let count = 0; count < 3; count += 1) {
    await finished(shop, person, (await startGeneration(shop, person)).body.data.id);
  }
  const byKey = Object.groupBy(await emulator.requests(), ({ keyLast4 }) => keyLast4);
  expect(Object.values(byKey).map((calls) => calls!.length)).toEqual([2, 2, 2]);
});

test("a short rest is waited for inside the run, a long one refuses before any credit is taken", async () => {
  const { shop, emulator } = await openGeneratorShop();
  const person = await memberWith(shop, 9);
  await emulator.fault("rate-limited", { times: 2, retrySeconds: 1 });
  const waited = await finished(shop, person, (await startGeneration(shop, person)).body.data.id);
  expect(waited.stage, waited.error).toBe("done");

  await emulator.fault("rate-limited", { retrySeconds: 600 });
  await finished(shop, person, (await startGeneration(shop, person)).body.data.id);
  const refused = await startGeneration(shop, person);
  expect(refused.status).toBe(503);
  expect(refused.body.message).toBe("No API keys available. Please try again later.");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(500);
  expect((await shop.send({ url: "/api/gemini-keys", as: person })).body.data).toEqual([]);
  expect(await balanceOf(shop, person)).toBe(8);
  expect(await problemsOf(shop)).toEqual([]);
});

test("a prompt is enhanced without a credit; a blank one and a failing model have their own texts", async () => {
  const { shop, emulator } = await openGeneratorShop();
  const person = await memberWith(shop, 3);
  const body = {
    prompt: "A desk with a laptop",
    title: "How I built a shop",
    niche: "business",
    style: "professional",
  };
  const good = await shop.send({ method: "POST", url: "/api/enhance-prompt", body, as: person });
  expect(good.status, good.text).toBe(200);
  expect(good.body.data.prompt.length).toBeGreaterThan(50);
  const [asked] = await emulator.requests();
  expect(asked).toMatchObject({ model: "gemini-3.5-flash-lite", generationConfig: {} });

  const blank = await shop.send({
    method: "POST",
    url: "/api/enhance-prompt",
    body: { ...body, prompt: " " },
    as: person,
  });
  expect(blank.status).toBe(400);
  expect(blank.body.message).toBe("Please enter a custom prompt to enhance");

  await emulator.fault("no-content");
  const empty = await shop.send({ method: "POST", url: "/api/enhance-prompt", body, as: person });
  expect(empty.status).toBe(502);
  expect(empty.body.message).toMatch(/^No enhancement received from API/);
  await emulator.clearFaults();
  await emulator.fault("internal");
  const broken = await shop.send({ method: "POST", url: "/api/enhance-prompt", body, as: person });
  expect(broken.status).toBe(502);
  expect(broken.body.message).toBe("API Error: 500 - the service had an internal error");
  expect(await balanceOf(shop, person)).toBe(3);
});
