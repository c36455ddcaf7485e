import sharp from "sharp";
import { expect, test } from "vitest";
import {
  balanceOf,
  finished,
  memberWith,
  openGeneratorShop,
  problemsOf,
  runInput,
  startGeneration,
} from "./generator-shop.ts";

test("a run takes one credit and makes two different PNGs of 1280×720", async () => {
  const { shop, emulator } = await openGeneratorShop({ emulator: { fixedImage: undefined } as never });
  const person = await memberWith(shop, 5);
  const answer = await startGeneration(shop, person);
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({ success: true, data: { stage: "generating", currentBalance: 4 } });
  const generation = await finished(shop, person, answer.body.data.id);
  expect(generation).toMatchObject({
    stage: "done",
    prompt: "A desk with a laptop",
    images: [{ mimeType: "image/png" }, { mimeType: "image/png" }],
  });
  const files = [];
  for (const { url } of generation.images) {
    const response = await shop.http.inject({ url: `${url}?download=1`, headers: { cookie: person.cookie } });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-disposition"]).toMatch(
      /^attachment; filename="youtube-thumbnail-[12]-\d+\.png"$/,
    );
    expect(response.headers["cache-control"]).toBe("private, max-age=31536000, immutable");
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: "png",
      width: 1280,
      height: 720,
    });
    expect(response.rawPayload.length).toBeLessThan(2_000_000);
    files.push(response.rawPayload);
  }
  expect(files[0]!.equals(files[1]!)).toBe(false);
  expect(await balanceOf(shop, person)).toBe(4);
  expect(await problemsOf(shop)).toEqual([]);
  const asked = await emulator.requests();
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({
    model: "gemini-nano-banana-2.1",
    generationConfig: { imageConfig: { aspectRatio: "16:9" } },
  });
  expect(asked.filter(({ prompt }) => /different variation/.test(prompt))).toHaveLength(1);
  expect(asked.every(({ prompt }) => prompt.includes('"How I built a shop" as large bold text'))).toBe(true);
});

test("takes no more for a run than its screen said", async () => {
  const { shop } = await openGeneratorShop();
  const person = await memberWith(shop, 5);
  const admin = await shop.signUp({ role: "Admin" });
  const set = (body: object) => shop.send({ method: "PUT", url: "/api/shop-settings", as: admin, body });
  const key = { idempotencyKey: "said-before", cost: 1 };
  const begun = await startGeneration(shop, person, key);
  expect([begun.status, begun.body.data.currentBalance]).toEqual([202, 4]);
  expect((await set({ cost: 2 })).status).toBe(200);
  const refused = await startGeneration(shop, person, { cost: 1 });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: "COST_CHANGED", message: "A run now takes 2 credits." });
  expect(refused.body.data).toEqual({ cost: 2 });
  expect(await balanceOf(shop, person)).toBe(4);
  // A repeat finds its run, whatever the price is by now.
  const again = await startGeneration(shop, person, key);
  expect([again.status, again.body.data.id]).toEqual([202, begun.body.data.id]);
  expect((await startGeneration(shop, person, { cost: 2 })).body.data.currentBalance).toBe(2);
  await finished(shop, person, begun.body.data.id);
});

test("a double click is one run and one credit, also when both requests arrive at once", async () => {
  const { shop } = await openGeneratorShop();
  const person = await memberWith(shop, 5);
  const body = runInput();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.send({ method: "POST", url: "/api/generations", body, as: person })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
  expect(answers.every((answer) => answer.body.data.currentBalance === 4)).toBe(true);
  await finished(shop, person, answers[0]!.body.data.id);
  expect(await balanceOf(shop, person)).toBe(4);
  expect(await problemsOf(shop)).toEqual([]);
});

test("fifty runs at once with seven credits make six, since two must be there to start one, and never go below zero", async () => {
  const { shop } = await openGeneratorShop({ manyAtOnce: true });
  const person = await memberWith(shop, 7);
  const answers = await Promise.all(Array.from({ length: 50 }, () => startGeneration(shop, person)));
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted).toHaveLength(6);
  for (const refused of answers.filter(({ status }) => status !== 202)) {
    expect(refused.status).toBe(402);
    expect(refused.body.message).toBe(
      "Insufficient credits. You need at least 1 credits to generate two thumbnails.",
    );
  }
  for (const answer of accepted)
    expect((await finished(shop, person, answer.body.data.id)).stage).toBe("done");
  expect(await balanceOf(shop, person)).toBe(1);
  expect(await problemsOf(shop)).toEqual([]);
});

test("with a minimum balance of one, fifty runs at once with seven credits make exactly seven", async () => {
  const { shop, admin } = await openGeneratorShop({ manyAtOnce: true });
  const person = await memberWith(shop, 7);
  await shop.send({ method: "PUT", url: "/api/shop-settings", body: { minimumBalance: 1 }, as: admin });
  await expect
    .poll(async () => (await shop.send({ url: "/api/shop-settings" })).body.data.minimumBalance)
    .toBe(1);
  const answers = await Promise.all(Array.from({ length: 50 }, () => startGeneration(shop, person)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(7);
  for (const { status, body } of answers) if (status === 202) await finished(shop, person, body.data.id);
  expect(await balanceOf(shop, person)).toBe(0);
  expect(await problemsOf(shop)).toEqual([]);
});

test("a blank title is refused with 422, other bad input with 400, and nothing is taken", async () => {
  const { shop } = await openGeneratorShop();
  const person = await memberWith(shop, 5);
  const blank = await startGeneration(shop, person, { title: "  \n " });
  expect(blank.status).toBe(422);
  expect(blank.body).toMatchObject({
    success: false,
    message: "Video title is required",
    error: "Video title is required",
  });
  const keyless = { title: "", niche: "gaming", style: "bold", idempotencyKey: undefined };
  expect(await startGeneration(shop, person, keyless)).toMatchObject({
    status: 422,
    body: { message: "Video title is required" },
  });
  expect((await startGeneration(shop, person, { ...keyless, title: "A title" })).status).toBe(400);
  for (const bad of [
    { title: "x".repeat(101) },
    { customPrompt: "x".repeat(4001) },
    { niche: "astrology" },
    { style: "loud" },
    { title: 5 },
    { unknown: true },
    { idempotencyKey: "" },
    { title: "half \ud83d" },
    { title: "nul \u0000" },
  ]) {
    const answer = await startGeneration(shop, person, bad);
    expect(answer.status, JSON.stringify(bad)).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).not.toHaveLength(0);
  }
  expect(await balanceOf(shop, person)).toBe(5);
});

test("without a key nothing is taken and 503 says so", async () => {
  const { shop } = await openGeneratorShop({ keys: [] });
  const person = await memberWith(shop, 5);
  const answer = await startGeneration(shop, person);
  expect(answer.status).toBe(503);
  expect(answer.body.message).toBe("No API keys available. Please try again later.");
  expect(await balanceOf(shop, person)).toBe(5);
});

test("another member cannot see, follow, read the images of or delete a run, and is told what a stranger's id is told", async () => {
  const { shop } = await openGeneratorShop();
  const owner = await memberWith(shop, 5);
  const other = await memberWith(shop, 5);
  const { id } = (await startGeneration(shop, owner)).body.data;
  await finished(shop, owner, id);
  const unknown = "0".repeat(24);
  for (const path of ["", "/events", "/images/1", "/images/2", "/images/1/preview"]) {
    const foreign = await shop.send({ url: `/api/generations/${id}${path}`, as: other });
    const missing = await shop.send({ url: `/api/generations/${unknown}${path}`, as: other });
    expect(foreign.status, path).toBe(404);
    expect({ ...foreign.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
    expect((await shop.send({ url: `/api/generations/${id}${path}` })).status).toBe(401);
  }
  for (const [method, path, body] of [
    ["DELETE", ""],
    ["POST", "/restore"],
    ["PATCH", "", { kept: 1 }],
  ] as const) {
    const answer = await shop.send({ method, url: `/api/generations/${id}${path}`, body, as: other });
    expect(answer.status, method).toBe(404);
  }
  for (const list of ["generations", "gallery"])
    expect((await shop.send({ url: `/api/${list}`, as: other })).body.data).toEqual([]);
  expect((await shop.send({ url: `/api/generations/${id}/images/3`, as: owner })).status).toBe(404);
  expect((await shop.send({ url: "/api/generations/nonsense", as: owner })).status).toBe(404);
});

test("the own runs are paged, newest first", async () => {
  const { shop } = await openGeneratorShop();
  const person = await memberWith(shop, 9);
  for (const title of ["One", "Two", "Three"]) {
    const { id } = (await startGeneration(shop, person, { title })).body.data;
    await finished(shop, person, id);
  }
  const page = await shop.send({ url: "/api/generations?page=1&pageSize=2", as: person });
  expect(page.body.data.map(({ title }: { title: string }) => title)).toEqual(["Three", "Two"]);
  expect(page.headers["x-total-count"]).toBe("3");
  expect(page.headers.link).toContain('rel="next"');
  const found = await shop.send({ url: "/api/generations?q=two", as: person });
  expect(found.body.data).toHaveLength(1);
});

test("a run under way says for how long it has been, and cannot be deleted", async () => {
  const { shop } = await openGeneratorShop({ emulator: { delayMs: 600 } });
  const person = await memberWith(shop, 5);
  const { id } = (await startGeneration(shop, person)).body.data;
  expect((await shop.send({ method: "DELETE", url: `/api/generations/${id}`, as: person })).status).toBe(409);
  const underWay = (await shop.send({ url: `/api/generations/${id}`, as: person })).body.data;
  expect(underWay.runningSeconds).toBeGreaterThanOrEqual(0);
  const generation = await finished(shop, person, id);
  expect(generation.stage).toBe("done");
  expect(generation.runningSeconds, "only while it is under way").toBeUndefined();
});

test("the daily cap refuses the run above it and takes no credit, also for runs at once", async () => {
  const { shop, admin } = await openGeneratorShop();
  const person = await memberWith(shop, 20);
  await shop.send({ method: "PUT", url: "/api/shop-settings", body: { dailyCap: 3 }, as: admin });
  await expect
    .poll(async () => (await shop.send({ url: "/api/shop-settings", as: admin })).body.data.dailyCap)
    .toBe(3);
  const answers = await Promise.all(Array.from({ length: 8 }, () => startGeneration(shop, person)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  for (const { status, body } of answers) if (status === 202) await finished(shop, person, body.data.id);
  expect(await balanceOf(shop, person)).toBe(17);
  expect(await problemsOf(shop)).toEqual([]);
});

test("a credit that was set aside is used by the next run, once", async () => {
  const { shop } = await openGeneratorShop();
  const person = await memberWith(shop, 5);
  const set = await shop.send({
    method: "POST",
    url: "/api/deduct-credit",
    body: { userEmail: "x@example.com", amount: 40 },
    as: person,
  });
  expect(set.body).toEqual({ success: true, data: { currentBalance: 4 } });
  const again = await shop.send({ method: "POST", url: "/api/deduct-credit", body: {}, as: person });
  expect(again.body.data.currentBalance).toBe(4);
  const first = await startGeneration(shop, person);
  expect(first.body.data.currentBalance).toBe(4);
  const second = await startGeneration(shop, person);
  expect(second.body.data.currentBalance).toBe(3);
  await finished(shop, person, first.body.data.id);
  await finished(shop, person, second.body.data.id);
  const refund = await shop.send({
    method: "POST",
    url: "/api/refund-credit",
    body: { amount: 40 },
    as: person,
  });
  expect(refund.body.data).toEqual({ refunded: false, currentBalance: 3 });
  expect(await problemsOf(shop)).toEqual([]);
});
