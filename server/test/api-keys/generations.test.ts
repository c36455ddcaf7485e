import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { newId } from "#server/db/ids.ts";
import { removeHiddenFiles } from "#server/features/generations/generations.service.ts";
import {
  balanceOf,
  changeSettings,
  finished,
  memberWith,
  openGeneratorShop,
  runInput,
  startGeneration,
} from "../generations/generator-shop.ts";
import { sendOrThrow } from "../helpers/test-shop.ts";
import { bearer, newKey } from "./keys.ts";

const withoutKey = () => {
  const { idempotencyKey, ...rest } = runInput();
  return rest;
};

test("the header Idempotency-Key stands for the body's: the same one is the same run", async () => {
  const { shop } = await openGeneratorShop();
  const ada = await memberWith(shop, 20);
  const key = await newKey(shop, ada, ["runs:write"]);
  const wish = newId();
  const start = (body: object, header?: string) =>
    shop.send({
      method: "POST",
      url: "/api/generations",
      body,
      headers: { ...bearer(key), ...(header === undefined ? {} : { "idempotency-key": header }) },
    });
  const before = await balanceOf(shop, ada);
  const first = await start(withoutKey(), wish);
  expect(first.status, first.text).toBe(202);
  const { id } = first.body.data;
  for (const again of [
    await start(withoutKey(), `"${wish}"`),
    await start(runInput({ idempotencyKey: wish })),
    await start(runInput({ idempotencyKey: wish }), wish),
  ])
    expect([again.status, again.body.data?.id]).toEqual([202, id]);
  await finished(shop, ada, id);
  const cost = before - (await balanceOf(shop, ada));
  expect(cost).toBe((await shop.send({ url: "/api/viewer" })).body.data.shop.cost);
  for (const [body, header] of [
    [runInput({ idempotencyKey: wish }), newId()],
    [withoutKey(), ""],
    [withoutKey(), "x".repeat(101)],
    [withoutKey(), undefined],
  ] as const) {
    const refused = await start(body, header);
    expect(refused).toMatchObject({ status: 400, body: { fields: { idempotencyKey: expect.any(String) } } });
  }
  expect(before - (await balanceOf(shop, ada))).toBe(cost);
});

test("an idempotency key that comes with other contents is 409, starts nothing and takes nothing", async () => {
  const { shop } = await openGeneratorShop();
  const ada = await memberWith(shop, 20);
  const video = { id: "dQw4w9WgXcQ", channel: "Trains" };
  const sent = runInput({ words: "drawn", brand: false, video });
  const { id } = (await startGeneration(shop, ada, sent)).body.data;
  const { images } = await finished(shop, ada, id);
  const before = await balanceOf(shop, ada);
  const source = { kind: "picture", id: images[0].id };
  for (const other of [
    { title: "Another one" },
    { niche: "travel" },
    { style: "bold" },
    { customPrompt: "A train" },
    { enhancedPrompt: "A long train" },
    { words: "none" },
    { video: { id: "aaaaaaaaaaa", channel: "Trains" } },
    { source, instruction: "Darker" },
  ]) {
    const answer = await startGeneration(shop, ada, { ...sent, ...other });
    expect([answer.status, answer.body.code], JSON.stringify(other)).toEqual([409, "CONFLICT"]);
  }
  const changed = { ...sent, source, instruction: "Darker", idempotencyKey: newId() };
  const change = (await startGeneration(shop, ada, changed)).body.data.id;
  await finished(shop, ada, change);
  expect((await startGeneration(shop, ada, { ...changed, instruction: "Lighter" })).status).toBe(409);
  expect((await startGeneration(shop, ada, changed)).body.data.id).toBe(change);
  const runs = await shop.send({ url: "/api/generations", as: ada });
  expect(runs.body.data).toHaveLength(2);
  expect(before - (await balanceOf(shop, ada))).toBe(1);
});

test("the same request under its key is its run also once that has another name and the shop other words, and 409 once it is deleted", async () => {
  const { shop, admin } = await openGeneratorShop();
  const ada = await memberWith(shop, 20);
  const sent = runInput();
  const { id } = (await startGeneration(shop, ada, sent)).body.data;
  await finished(shop, ada, id);
  const before = await balanceOf(shop, ada);
  const url = `/api/generations/${id}`;
  await sendOrThrow(shop, { method: "PATCH", url, body: { title: "Another name" }, as: ada });
  await changeSettings(shop, admin, { wordsDefault: "none" });
  const again = await startGeneration(shop, ada, { ...sent, cost: 1 });
  expect([again.status, again.body.data?.id], again.text).toEqual([202, id]);
  await sendOrThrow(shop, { method: "DELETE", url, as: ada });
  const deletedAgo = (minutes: number) =>
    shop.platform.db.execute(
      sql`update generations set deleted_at = now() - make_interval(mins => ${minutes})`,
    );
  for (const minutes of [1, 11]) {
    await deletedAgo(minutes);
    await removeHiddenFiles(shop.platform);
    const { status, body } = await startGeneration(shop, ada, sent);
    expect([status, body.message]).toEqual([409, "The run that was started by this request was deleted."]);
  }
  expect(await balanceOf(shop, ada)).toBe(before);
});

test("the header is nothing to a call whose body takes no such key", async () => {
  const { shop } = await openGeneratorShop();
  const key = await newKey(shop, await shop.signUp(), ["designs:write"]);
  const headers = { ...bearer(key), "idempotency-key": newId() };
  const answer = await shop.send({ method: "PUT", url: "/api/brand", body: { useInRuns: true }, headers });
  expect(answer.status, answer.text).toBe(200);
});

test("a run is followed by a key with signs of life, and the key's end ends the stream", async () => {
  const { shop } = await openGeneratorShop({
    emulator: { delayMs: 60_000 },
    config: { patience: { ...readConfig({}).patience, streamMs: 50 } },
  });
  const ada = await memberWith(shop, 20);
  const { id, key } = (
    await shop.send({ method: "POST", url: "/api/keys", body: { name: "K", scopes: ["runs:read"] }, as: ada })
  ).body.data;
  const started = await shop.send({ method: "POST", url: "/api/generations", body: runInput(), as: ada });
  const base = await shop.listen();
  const stream = await fetch(`${base}/api/generations/${started.body.data.id}/events`, {
    headers: bearer(key),
  });
  expect([stream.status, stream.headers.get("content-type")]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
  ]);
  expect(stream.headers.get("ratelimit")).toMatch(/^"key";r=/);
  let heard = "";
  let isAlive = false;
  const isLife = /^:.*\n\n/m;
  // Comes to an end with the stream alone.
  for await (const text of stream.body!.pipeThrough(new TextDecoderStream())) {
    heard += text;
    if (isAlive || !isLife.test(heard)) continue;
    isAlive = true;
    await shop.send({ method: "DELETE", url: `/api/keys/${id}`, as: ada });
  }
  // A program that takes each data for news meets the run alone.
  const data = heard.match(/^data: .*/gm) ?? [];
  expect(data.map((line) => JSON.parse(line.slice("data: ".length)).id)).toEqual(
    data.map(() => started.body.data.id),
  );
  expect(data.length).toBeGreaterThan(0);
});
