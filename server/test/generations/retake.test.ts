import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { type Person, sendOrThrow, type TestShop } from "../helpers/test-shop.ts";
import {
  balanceOf,
  changeSettings,
  finished,
  memberWith,
  openGeneratorShop,
  problemsOf,
  startGeneration,
} from "./generator-shop.ts";
import { openOffer, read, retake, title } from "./misspelt.ts";

const get = async (shop: TestShop, as: Person, url: string) => (await shop.send({ url, as })).body.data;
const offerOf = async (shop: TestShop, as: Person, id: string, position = 1) =>
  (await get(shop, as, `/api/generations/${id}`)).images[position - 1].spelling.retake;
const statementOf = async (shop: TestShop, as: Person) =>
  (await shop.send({ url: "/api/credits/entries", as })).body as Record<string, unknown>[];

test("a misspelt picture is taken anew for nothing, the picture stays, and the words of the new ones are right", async () => {
  const { shop, emulator } = await openGeneratorShop({
    readsWords: true,
    emulator: { fixedImage: undefined as never },
  });
  const member = await memberWith(shop, 5);
  await emulator.fault("misspelt", { times: 1, contains: "different variation" });
  const { id } = (await startGeneration(shop, member, { title })).body.data;
  await finished(shop, member, id);
  const run = await read(shop, member, id);
  expect(run.images).toMatchObject([
    { spelling: { matches: true, retake: "none" } },
    { spelling: { matches: false, retake: "offered" } },
  ]);
  expect(run.images[1].spelling.read).toMatch(/^the \w+ truth$/i);
  const hash = async () => {
    const { rawPayload } = await shop.http.inject({
      url: run.images[1].url,
      headers: { cookie: member.cookie },
    });
    return createHash("sha256").update(rawPayload).digest("hex");
  };
  const before = await hash();
  const started = await retake(shop, member, id, { position: 2 });
  expect(started.status, started.text).toBe(202);
  expect(started.body).toMatchObject({ success: true, data: { stage: "generating", currentBalance: 4 } });
  expect(await offerOf(shop, member, id, 2)).toBe("taken");
  const taken = started.body.data.id;
  await finished(shop, member, taken);
  expect(await read(shop, member, taken)).toMatchObject({
    kind: "retake",
    title,
    words: "drawn",
    source: {
      kind: "picture",
      id: run.images[1].id,
      previewUrl: `/api/generations/${id}/images/2/preview`,
    },
    images: [
      { spelling: { matches: true, retake: "none" } },
      { spelling: { matches: true, retake: "none" } },
    ],
  });
  expect(await hash()).toBe(before);
  const asked = (await emulator.requests()).filter(({ prompt }) => prompt.includes("is misspelt"));
  expect(asked).toHaveLength(2);
  for (const { parts } of asked)
    expect(parts).toMatchObject([{ kind: "text" }, { kind: "image", mimeType: "image/jpeg" }]);
  const [step] = (await get(shop, member, "/api/gallery"))[0].lineage;
  expect(step).toMatchObject({ kind: "new", id });
  expect(await problemsOf(shop)).toEqual([]);
});

test("a free take is a line of the statement, the export, the CSV and the back office that moves nothing, and brings no further one", async () => {
  const { shop, admin, member, run } = await openOffer();
  const { id } = (await retake(shop, member, run.id)).body.data;
  await finished(shop, member, id);
  expect(await balanceOf(shop, member)).toBe(4);
  const line = { amount: 0, balanceAfter: 4, reason: "retake", generationId: id, runTitle: title };
  expect(await statementOf(shop, member)).toMatchObject([
    line,
    { amount: -1, balanceAfter: 4, reason: "generation" },
    { amount: 5, balanceAfter: 5 },
  ]);
  const csv = await shop.send({ url: "/api/credits/entries.csv", as: member });
  expect(csv.text).toMatch(/,retake,0,4,/);
  const exported = await shop.send({ url: "/api/account/export", as: member });
  expect(exported.body.credits).toContainEqual(expect.objectContaining({ reason: "retake", amount: 0 }));
  expect(exported.body.thumbnails).toContainEqual(
    expect.objectContaining({ _id: id, retake: true, cost: 0 }),
  );
  const seen = await shop.send({ url: `/api/users/${member.id}/timeline`, as: admin });
  expect(JSON.stringify(seen.body)).toContain('"kind":"credits","title":"retake"');
  expect(await problemsOf(shop)).toEqual([]);

  // None is due for its own picture, however that is spelt.
  expect((await read(shop, member, id)).images[0].spelling).toMatchObject({ matches: false, retake: "none" });
  const again = await retake(shop, member, id);
  expect([again.status, again.body.message]).toEqual([409, "There is no free take of this thumbnail."]);
  const source = { kind: "picture", id: (await get(shop, member, `/api/generations/${id}`)).images[1].id };
  const change = await startGeneration(shop, member, { source, instruction: "Darker" });
  await finished(shop, member, change.body.data.id);
  const [{ lineage }] = await get(shop, member, "/api/gallery");
  expect(lineage).toMatchObject([
    { kind: "new", id: run.id },
    { kind: "retake", id },
  ]);
});

test("of twenty requests at once exactly one starts, and a repeated key is that one", async () => {
  const { shop, member, run } = await openOffer();
  const answers = await Promise.all(Array.from({ length: 20 }, () => retake(shop, member, run.id)));
  const started = answers.filter(({ status }) => status === 202);
  expect(started).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer !== started[0])) {
    expect(status).toBe(409);
    expect(body.message).toBe("The free take of this thumbnail was taken already.");
  }
  await finished(shop, member, started[0]!.body.data.id);
  expect((await retake(shop, member, run.id)).status).toBe(409);

  const idempotencyKey = newId();
  const same = await Promise.all(
    Array.from({ length: 20 }, () => retake(shop, member, run.id, { position: 2, idempotencyKey })),
  );
  expect(new Set(same.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(same.map(({ body }) => body.data.id)).size).toBe(1);
  await finished(shop, member, same[0]!.body.data.id);
  const late = await retake(shop, member, run.id, { position: 2, idempotencyKey });
  expect([late.status, late.body.data.id]).toEqual([202, same[0]!.body.data.id]);
  await sendOrThrow(shop, { method: "DELETE", url: `/api/generations/${run.id}`, as: member });
  const later = await retake(shop, member, run.id, { position: 2, idempotencyKey });
  expect([later.status, later.body.data?.id], later.text).toEqual([202, same[0]!.body.data.id]);
  expect((await retake(shop, member, run.id, { position: 2 })).status).toBe(404);
  expect(await balanceOf(shop, member)).toBe(4);
  expect(await problemsOf(shop)).toEqual([]);
});

test("one that fails can be taken again; an offer stands where the check is off and for whom the last credit is spent", async () => {
  const { shop, admin, emulator, member, run } = await openOffer();
  await emulator.fault("image-safety", { contains: "is misspelt" });
  const first = (await retake(shop, member, run.id)).body.data.id;
  expect(await finished(shop, member, first)).toMatchObject({ stage: "failed", kind: "retake" });
  expect(await offerOf(shop, member, run.id)).toBe("offered");
  expect(await problemsOf(shop)).toEqual([]);
  await emulator.clearFaults();
  const second = (await retake(shop, member, run.id)).body.data.id;
  expect(second).not.toBe(first);
  expect(await finished(shop, member, second)).toMatchObject({ stage: "done" });
  expect(await offerOf(shop, member, run.id)).toBe("taken");
  expect((await statementOf(shop, member)).slice(0, 3)).toMatchObject([
    { reason: "retake", amount: 0, generationId: second },
    { reason: "generation-returned", amount: 0, generationId: first },
    { reason: "retake", amount: 0, generationId: first },
  ]);
  expect(await problemsOf(shop)).toEqual([]);

  await shop.platform.db.execute(sql`update credit_balances set balance = 1`);
  await changeSettings(shop, admin, { spellingCheck: false, minimumBalance: 3 });
  const { status, body } = await retake(shop, member, run.id, { position: 2 });
  expect([status, body.data.currentBalance]).toEqual([202, 1]);
  await finished(shop, member, body.data.id);
});

test("the offer lasts for a day, is of the title that was misspelt whatever the run is called now, and is in the books", async () => {
  const { shop, member, run } = await openOffer();
  const readAgo = (minutes: number) =>
    shop.platform.db.execute(
      sql`update spelling_checks set read_at = now() - make_interval(mins => ${minutes})`,
    );
  await readAgo(1439);
  expect(await offerOf(shop, member, run.id)).toBe("offered");
  await readAgo(1441);
  expect(await offerOf(shop, member, run.id)).toBe("expired");
  const late = await retake(shop, member, run.id);
  expect([late.status, late.body.message]).toEqual([
    409,
    "The free take of this thumbnail was offered for 24 hours.",
  ]);
  await readAgo(0);

  await shop.send({
    method: "PATCH",
    url: `/api/generations/${run.id}`,
    body: { title: "Another video" },
    as: member,
  });
  const { id } = (await retake(shop, member, run.id)).body.data;
  expect(await finished(shop, member, id)).toMatchObject({ title });

  await shop.platform.db.execute(sql`update generations set retake = false where id = ${id}`);
  expect(await problemsOf(shop)).toEqual([expect.stringContaining(id)]);
  await shop.platform.db.execute(sql`update generations set retake = true where id = ${id}`);
  const free = sql`insert into credit_holds (id, user_id, amount, expires_at) values (${newId()}, ${member.id}, 0, now())`;
  await expect(shop.platform.db.execute(free)).rejects.toThrow();
});

test("no free take of what is another's, deleted or unknown, nor without words or beyond the runs at once and of the day", async () => {
  const { shop, admin, emulator, member, run } = await openOffer();
  const other = await memberWith(shop, 5);
  expect((await retake(shop, null, run.id)).status).toBe(401);
  expect((await retake(shop, other, run.id)).status).toBe(404);
  for (const position of [3, 0, "one"])
    expect((await retake(shop, member, run.id, { position })).status).toBe(404);
  for (const id of [newId(), "nonsense"]) expect((await retake(shop, member, id)).status).toBe(404);
  const blank = await retake(shop, member, run.id, { idempotencyKey: "" });
  expect([blank.status, Object.keys(blank.body.fields)]).toEqual([400, ["idempotencyKey"]]);
  const art = (await startGeneration(shop, member, { words: "none" })).body.data.id;
  await finished(shop, member, art);
  expect((await retake(shop, member, art)).status).toBe(409);

  await changeSettings(shop, admin, { runsAtOnce: 1 });
  await emulator.fault("slow", { delayMs: 60_000, contains: "as large bold text" });
  onTestFinished(() => emulator.clearFaults());
  expect((await startGeneration(shop, member)).status).toBe(202);
  const crowded = await retake(shop, member, run.id);
  expect([crowded.status, crowded.body.message]).toEqual([
    429,
    "You have a run under way, which is the most at once. Please wait until it has ended.",
  ]);
  await changeSettings(shop, admin, { runsAtOnce: 3, dailyCap: 3 });
  expect((await retake(shop, member, run.id)).body.message).toMatch(/limit of 3 runs in 24 hours/);
  expect(await offerOf(shop, member, run.id)).toBe("offered");

  await shop.send({ method: "DELETE", url: `/api/generations/${run.id}`, as: member });
  expect((await retake(shop, member, run.id)).status).toBe(404);
});
