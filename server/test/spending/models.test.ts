import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createKeyPool } from "#server/features/ai-keys/key-pool.ts";
import { watchModels } from "#server/features/models/watch-models.ts";
import { createGemini } from "#server/providers/gemini/gemini.ts";
import {
  changeSettings,
  finished,
  type GeneratorShop,
  memberWith,
  startGeneration,
} from "../generations/generator-shop.ts";
import { bookedCalls, imageModel, openPricedShop, readSpending, textModel } from "./priced-shop.ts";

const mailsOf = async ({ shop, admin }: GeneratorShop) =>
  (
    await shop.platform.db.execute(
      sql`select subject from outbox where template_name like 'model-%' and to_email = ${admin.email} order by created_at`,
    )
  ).rows.map(({ subject }) => subject);

/** The daily job, as if the day were over. */
async function lookAgain({ shop, emulator }: GeneratorShop): Promise<void> {
  const { platform } = shop;
  const watcher = { gemini: createGemini({ baseUrl: emulator.url }), pool: createKeyPool(platform) };
  await watchModels(platform, watcher, 0);
}

test("a model that leaves the list is told on the dashboard and by one mail, until it is back", async () => {
  const opened = await openPricedShop();
  await lookAgain(opened);
  expect((await readSpending(opened)).modelsGoing).toEqual([]);
  await opened.emulator.changeModel(imageModel, { state: "gone" });
  for (let looks = 0; looks < 3; looks += 1) await lookAgain(opened);
  const gone = { model: imageModel, use: "image", state: "gone", endsAt: null, standIn: null };
  expect((await readSpending(opened)).modelsGoing).toEqual([gone]);
  expect(await mailsOf(opened)).toEqual([`The image model ${imageModel} is gone`]);
  await opened.emulator.changeModel(imageModel, { state: "listed" });
  await lookAgain(opened);
  expect((await readSpending(opened)).modelsGoing).toEqual([]);
});

test("a list that cannot be read makes no model gone", async () => {
  const opened = await openPricedShop();
  const pool = createKeyPool(opened.shop.platform);
  for (const baseUrl of ["http://127.0.0.1:9", `${opened.emulator.url}/nowhere`])
    await watchModels(opened.shop.platform, { gemini: createGemini({ baseUrl }), pool }, 0);
  expect((await readSpending(opened)).modelsGoing).toEqual([]);
  expect(await mailsOf(opened)).toEqual([]);
});

test("a run that meets a 404 is drawn by the second model at once, and says so, also while every key rests for the text model", async () => {
  const opened = await openPricedShop();
  const { shop, admin, emulator } = opened;
  const second = "gemini-nano-banana-2.1-lite";
  await changeSettings(shop, admin, { secondImageModel: second });
  await shop.platform.db.execute(sql`insert into ai_key_models (key_id, model, rest_until)
    select id, ${textModel}, now() + interval '1 hour' from ai_keys
    on conflict (key_id, model) do update set rest_until = excluded.rest_until`);
  await emulator.changeModel(imageModel, { state: "gone" });
  const member = await memberWith(shop, 5);
  for (let runs = 0; runs < 2; runs += 1) {
    const { id } = (await startGeneration(shop, member)).body.data;
    expect(await finished(shop, member, id)).toMatchObject({ stage: "done", standInModel: second });
  }
  expect(new Set((await bookedCalls(shop)).map(({ model }) => model))).toEqual(new Set([second]));
  // Only the first run asked the model that is gone.
  expect((await readSpending(opened)).modelsGoing).toMatchObject([{ model: imageModel, standIn: second }]);
  expect(await mailsOf(opened)).toHaveLength(1);
});

test("without a second model a run that meets a 404 fails, its credit comes back, and admins learn of it", async () => {
  const opened = await openPricedShop();
  const { shop, emulator } = opened;
  await emulator.changeModel(imageModel, { state: "gone" });
  const member = await memberWith(shop, 5);
  const { id } = (await startGeneration(shop, member)).body.data;
  expect(await finished(shop, member, id)).toMatchObject({ stage: "failed", refunded: true });
  expect(await mailsOf(opened)).toEqual([`The image model ${imageModel} is gone`]);
});

test("a 404 for a model that is listed all the same takes nothing over", async () => {
  const opened = await openPricedShop();
  const { shop, admin, emulator } = opened;
  await changeSettings(shop, admin, { secondImageModel: "gemini-nano-banana-2.1-lite" });
  await emulator.fault("model-not-found", { model: imageModel, times: 8 });
  const member = await memberWith(shop, 5);
  const { id } = (await startGeneration(shop, member)).body.data;
  expect(await finished(shop, member, id)).toMatchObject({ stage: "failed", reason: "model-not-found" });
  expect((await readSpending(opened)).modelsGoing).toEqual([]);
});

test("prompts are enhanced by the second text model while the first is gone", async () => {
  const opened = await openPricedShop();
  const { shop, admin, emulator } = opened;
  await changeSettings(shop, admin, { secondTextModel: "gemini-3.5-flash" });
  await emulator.changeModel(textModel, { state: "gone" });
  await lookAgain(opened);
  const member = await memberWith(shop, 5);
  const body = { prompt: "A desk", title: "T", niche: "business", style: "professional" };
  const answer = await shop.send({ method: "POST", url: "/api/enhance-prompt", body, as: member });
  expect(answer.status).toBe(200);
  expect(await bookedCalls(shop)).toMatchObject([{ purpose: "enhancement", model: "gemini-3.5-flash" }]);
});

test("an end that an answer announces is told once, with its day", async () => {
  const opened = await openPricedShop();
  const { shop, emulator } = opened;
  const retirementTime = "2027-01-15T00:00:00.000Z";
  await emulator.changeModel(imageModel, { state: "ending", retirementTime });
  const member = await memberWith(shop, 5);
  for (let runs = 0; runs < 2; runs += 1) {
    const { id } = (await startGeneration(shop, member)).body.data;
    const done = await finished(shop, member, id);
    expect(done.stage).toBe("done");
    expect(done.standInModel).toBeUndefined();
  }
  await lookAgain(opened);
  expect((await readSpending(opened)).modelsGoing).toMatchObject([
    { model: imageModel, state: "ending", endsAt: retirementTime },
  ]);
  expect(await mailsOf(opened)).toEqual([`The image model ${imageModel} is announced to end`]);
  const { rows } = await shop.platform.db.execute(
    sql`select text from outbox where template_name = 'model-ending'`,
  );
  expect(rows[0]?.text).toMatch(/ends\s+on\s+15\/01\/2027\./);
});

test("an end that was announced is told again once a model that was gone is back", async () => {
  const opened = await openPricedShop();
  const { shop, emulator } = opened;
  const ending = { state: "ending", retirementTime: "2027-01-15T00:00:00.000Z" } as const;
  const member = await memberWith(shop, 5);
  const run = async () => finished(shop, member, (await startGeneration(shop, member)).body.data.id);
  await emulator.changeModel(imageModel, ending);
  await run();
  await emulator.changeModel(imageModel, { state: "gone" });
  await lookAgain(opened);
  await emulator.changeModel(imageModel, ending);
  await lookAgain(opened);
  expect(await run()).toMatchObject({ stage: "done" });
  expect((await readSpending(opened)).modelsGoing).toMatchObject([
    { model: imageModel, state: "ending", endsAt: ending.retirementTime },
  ]);
  const endings = (await mailsOf(opened)).filter((subject) => /announced to end/.test(String(subject)));
  expect(endings).toHaveLength(1);
});
