import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FaultKind } from "#emulators/youtube/faults.ts";
import { newId } from "#server/db/ids.ts";
import { settleThumbnailSets } from "#server/features/youtube/look-up-set.ts";
import { removeGoneThumbnails } from "#server/features/youtube/youtube.service.ts";
import { documentWith, plainArt } from "../designs/documents.ts";
import { connect } from "./connecting.ts";
import { designOf, green, openSettingShop, sets, shownColour, states, waitMinutes } from "./setting.ts";
import { main, other, privateVideo, publicVideo, second, smallVideo } from "./youtube-shop.ts";

const { id } = publicVideo;

test("a thumbnail is set once, shown at once, and the former one comes back", async () => {
  const { shop, youtube, member, designId, set, restore, history } = await openSettingShop();
  const before = await shownColour(youtube, id);
  const url = `/api/youtube/videos/${id}/image`;
  const image = () => shop.http.inject({ url, headers: { cookie: member.cookie } });
  const etag = (await image()).headers.etag;
  const done = await set(id);
  expect(done.status, done.text).toBe(200);
  expect(done.body.data).toEqual({
    id: expect.any(String),
    videoId: id,
    title: expect.any(String),
    designId,
    at: expect.any(String),
  });
  expect(await shownColour(youtube, id)).toBe(green);
  expect((await image()).headers.etag).not.toBe(etag);
  expect(await history(id)).toEqual([done.body.data]);
  expect(await history(smallVideo.id)).toEqual([]);

  const back = await restore(id);
  expect(back.status, back.text).toBe(200);
  expect(back.body.data).toEqual({ ...done.body.data, restoredAt: expect.any(String) });
  expect(await shownColour(youtube, id)).toBe(before);
  const putBack = {
    ...{ id: expect.any(String), videoId: id, title: expect.any(String), at: expect.any(String) },
    restores: done.body.data.id,
  };
  expect(await history()).toEqual([putBack, back.body.data]);
  // Once is enough.
  expect((await restore(id)).body).toEqual(back.body);
  expect((await restore(id, done.body.data.id)).body).toEqual(back.body);
  expect(await sets(youtube)).toHaveLength(2);
});

test("one key sets it once, however often and however fast it is sent", async () => {
  const { shop, youtube, member, set } = await openSettingShop();
  const idempotencyKey = newId();
  const answers = await Promise.all([1, 2, 3].map(() => set(id, { idempotencyKey })));
  answers.push(await set(id, { idempotencyKey }));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await sets(youtube)).toHaveLength(1);
  const another = await set(id, { idempotencyKey, designId: await designOf(shop, member, "#0000ff") });
  expect([another.status, another.body.code]).toEqual([409, "CONFLICT"]);
  expect((await set(smallVideo.id, { idempotencyKey })).status).toBe(409);
  expect(await sets(youtube)).toHaveLength(1);
});

test("of two thumbnails that are sent at once under one key one is set, and the other one refused", async () => {
  const { shop, youtube, member, designId, set } = await openSettingShop();
  const idempotencyKey = newId();
  const designs = [designId, await designOf(shop, member, "#0000ff")];
  const answers = await Promise.all(designs.map((each) => set(id, { idempotencyKey, designId: each })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await sets(youtube)).toHaveLength(1);
});

test("a store that takes no file ends the setting, and the same key succeeds at once", async () => {
  const { shop, youtube, set } = await openSettingShop();
  const { storage } = shop.platform;
  const idempotencyKey = newId();
  shop.platform.storage = { ...storage, put: () => Promise.reject(new Error("away")) };
  expect((await set(id, { idempotencyKey })).status).toBe(500);
  expect(await states(shop)).toEqual(["failed"]);
  shop.platform.storage = storage;
  expect((await set(id, { idempotencyKey })).status).toBe(200);
  expect(await sets(youtube)).toHaveLength(1);
});

test("no other version of a design is set than the one that was confirmed", async () => {
  const { shop, youtube, member, designId, set } = await openSettingShop();
  const before = await shownColour(youtube, id);
  const document = documentWith([], plainArt("#0000ff"));
  const saved = await shop.send({
    ...{ method: "PUT", url: `/api/designs/${designId}`, as: member },
    body: { version: 1, document },
  });
  expect(saved.status, saved.text).toBe(200);
  const idempotencyKey = newId();
  const stale = await set(id, { designVersion: 1, idempotencyKey });
  expect([stale.status, stale.body.code]).toEqual([409, "STALE_VERSION"]);
  expect(await shownColour(youtube, id)).toBe(before);
  expect(await sets(youtube)).toEqual([]);
  const done = await set(id, { designVersion: 2, idempotencyKey });
  expect(done.status, done.text).toBe(200);
  // What was set by this key is set, whatever became of the design since.
  await shop.send({
    ...{ method: "PUT", url: `/api/designs/${designId}`, as: member },
    body: { version: 2, document: documentWith([], plainArt("#ff0000")) },
  });
  expect((await set(id, { designVersion: 2, idempotencyKey })).body).toEqual(done.body);
  expect((await set(id, { designId: undefined, imageId: newId(), designVersion: 1 })).status).toBe(400);
});

test("two settings of one video do not run at once", async () => {
  const { youtube, set } = await openSettingShop();
  await youtube.fault("thumbnails.set", "slow", { delayMs: 300 });
  const answers = await Promise.all([set(id), set(id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await sets(youtube)).toHaveLength(1);
});

test("each of several settings leads back to what stood before it", async () => {
  const { shop, youtube, member, set, restore } = await openSettingShop();
  const before = await shownColour(youtube, id);
  const first = (await set(id)).body.data;
  const blue = await designOf(shop, member, "#0000ff");
  await set(id, { designId: blue });
  expect((await restore(id)).body.data.designId).toBe(blue);
  expect(await shownColour(youtube, id)).toBe(green);
  await restore(id, first.id);
  expect(await shownColour(youtube, id)).toBe(before);
});

test("what YouTube still shows after a setting is not taken for what stands: another one waits, and putting back does not", async () => {
  const { shop, youtube, member, set, restore, history } = await openSettingShop();
  const former = Buffer.from(await (await fetch(`${youtube.url}/vi/${id}/maxresdefault.jpg`)).arrayBuffer());
  const showFormer = () =>
    youtube.control("POST", "thumbnail", { videoId: id, picture: former.toString("base64") });
  const before = await shownColour(youtube, id);
  await set(id);
  await showFormer();
  const designId = await designOf(shop, member, "#0000ff");
  const early = await set(id, { designId });
  expect([early.status, early.headers["retry-after"], early.body.message]).toEqual([
    503,
    "60",
    expect.stringContaining("nothing was set"),
  ]);
  expect(await sets(youtube)).toHaveLength(1);

  // Without an effect or an answer it is not taken for done by what is shown as yet.
  await youtube.fault("thumbnails.set", "reset");
  expect((await restore(id)).status).toBe(503);
  await waitMinutes(shop, 1);
  await settleThumbnailSets(shop.platform);
  expect((await history()).map(({ restoredAt }: { restoredAt?: string }) => restoredAt)).toEqual([undefined]);
  await waitMinutes(shop, 5);
  const seen = sharp({ create: { width: 1280, height: 720, channels: 3, background: "#00ff00" } });
  const picture = (await seen.jpeg().toBuffer()).toString("base64");
  await youtube.control("POST", "thumbnail", { videoId: id, picture });
  await settleThumbnailSets(shop.platform);
  expect((await restore(id)).status).toBe(200);
  expect(await shownColour(youtube, id)).toBe(before);

  await set(id);
  await showFormer();
  expect((await restore(id)).status).toBe(200);
  const [back] = await history();
  expect(back.withoutFormer, "what stood was never seen").toBe(true);
});

test("putting back over a thumbnail that came from elsewhere asks first, and can be undone", async () => {
  const { youtube, set, restore, putBack, setElsewhere, history } = await openSettingShop();
  const before = await shownColour(youtube, id);
  const done = (await set(id)).body.data;
  const elsewhere = await setElsewhere(id);

  const asked = await putBack(id, done.id);
  expect([asked.status, asked.body.code]).toEqual([409, "STALE_VERSION"]);
  expect(await shownColour(youtube, id)).toBe(elsewhere);
  expect(await sets(youtube)).toHaveLength(1);
  expect(await history()).toEqual([done]);

  expect((await putBack(id, done.id, {})).status).toBe(200);
  expect(await shownColour(youtube, id)).toBe(before);
  const [back] = await history();
  expect(back.restores).toBe(done.id);
  const undone = await putBack(id, back.id);
  expect(undone.body.data).toEqual({ ...back, restoredAt: expect.any(String) });
  expect(await shownColour(youtube, id)).toBe(elsewhere);
  // Without a name it is the latest setting as ever, which was put back.
  expect((await restore(id)).body.data.id).toBe(done.id);
  expect(await sets(youtube)).toHaveLength(3);
});

test("putting back that got no answer asks anew before it replaces what was set elsewhere since, and keeps it", async () => {
  const { shop, youtube, set, putBack, setElsewhere } = await openSettingShop();
  const before = await shownColour(youtube, id);
  const done = (await set(id)).body.data;
  await youtube.fault("thumbnails.set", "hang");
  expect((await putBack(id, done.id)).status).toBe(503);
  await waitMinutes(shop, 6);
  await settleThumbnailSets(shop.platform);
  const elsewhere = await setElsewhere(id);

  const asked = await putBack(id, done.id);
  expect([asked.status, asked.body.code]).toEqual([409, "STALE_VERSION"]);
  expect(await shownColour(youtube, id)).toBe(elsewhere);
  expect((await putBack(id, done.id, {})).status).toBe(200);
  expect(await shownColour(youtube, id)).toBe(before);
  const { rows } = await shop.platform.db.execute(
    sql`select id from youtube_thumbnail_sets where restores_id = ${done.id}`,
  );
  expect((await putBack(id, String(rows[0]!.id))).status).toBe(200);
  expect(await shownColour(youtube, id)).toBe(elsewhere);
});

test("the history is paged to its end, and tells of each whether there is anything to undo, on whichever page it stands", async () => {
  const { shop, member, set, restore } = await openSettingShop();
  const { data: oldest } = (await set(smallVideo.id)).body;
  const { data: first } = (await set(id)).body;
  const { data: second } = (await set(id, { designId: await designOf(shop, member, "#0000ff") })).body;
  const pages = async (size: number): Promise<{ id: string; replaced?: boolean }[]> => {
    const rows = [];
    for (let page = 1; ; page += 1) {
      const url = `/api/youtube/history?page=${page}&pageSize=${size}`;
      const { body, headers } = await shop.send({ url, as: member });
      rows.push(...body.data);
      if (rows.length >= Number(headers["x-total-count"] ?? 0)) return rows;
    }
  };
  const undoable = async () =>
    (await pages(1)).filter((one) => !one.replaced && !("restoredAt" in one)).map((one) => one.id);
  expect((await pages(2)).map((one) => one.id)).toEqual([second.id, first.id, oldest.id]);
  expect(await undoable()).toEqual([second.id, oldest.id]);
  const back = (await restore(id)).body.data;
  expect(back.id).toBe(second.id);
  // What was put back was set from here as well, and can be taken back in its turn.
  const [putBack] = await pages(1);
  expect(await undoable()).toEqual([putBack!.id, first.id, oldest.id]);
  await restore(id, putBack!.id);
  expect(await undoable()).toEqual([(await pages(1))[0]!.id, oldest.id]);
});

test("small and unlisted videos are set and restored like others, and unasked what stands as it was set", async () => {
  const { shop, member, youtube, set, restore } = await openSettingShop();
  const unlisted = main.videos.find(({ privacy }) => privacy === "unlisted")!;
  for (const video of [smallVideo, unlisted]) {
    expect((await set(video.id)).status, video.title).toBe(200);
    expect((await restore(video.id)).status, video.title).toBe(200);
  }
  expect(await sets(youtube)).toHaveLength(4);

  const before = await shownColour(youtube, id);
  await set(id);
  const url = `/api/youtube/videos/${id}/thumbnail/restore`;
  expect((await shop.send({ method: "POST", url, body: { ifStands: true }, as: member })).status).toBe(200);
  expect(await shownColour(youtube, id)).toBe(before);
});

test("a private video, whose picture YouTube shows to nobody, gets its thumbnail, and is said not to be put back", async () => {
  const { youtube, set, restore, history } = await openSettingShop();
  const { id: hidden } = privateVideo;
  const unasked = await set(hidden);
  expect([unasked.status, unasked.body.code]).toEqual([409, "YOUTUBE_PRIVATE"]);
  expect(await sets(youtube)).toEqual([]);
  const done = await set(hidden, { withoutFormer: true });
  expect(done.status, done.text).toBe(200);
  expect(done.body.data.withoutFormer).toBe(true);
  expect(await history(hidden)).toEqual([done.body.data]);
  expect(await sets(youtube)).toHaveLength(1);
  const back = await restore(hidden);
  expect([back.status, back.body.message]).toEqual([404, expect.stringContaining("private video")]);

  // Of any other nothing is set that is not kept, whatever was agreed to.
  await youtube.fault("picture", "missing", { times: null });
  expect((await set(id, { withoutFormer: true })).body.message).toContain("nothing was set");
  await youtube.clearFaults();
  expect((await set(id, { withoutFormer: true })).body.data).not.toHaveProperty("withoutFormer");
  expect((await restore(id)).status).toBe(200);
});

test("what was set while a video was public is put back after it was made private", async () => {
  const { youtube, set, putBack, setPrivacy, history } = await openSettingShop();
  const before = await shownColour(youtube, id);
  const done = (await set(id)).body.data;
  await setPrivacy(id, "private");
  const back = await putBack(id, done.id);
  expect(back.status, back.text).toBe(200);
  expect((await history())[0]).toMatchObject({ restores: done.id, withoutFormer: true });
  await setPrivacy(id, "public");
  expect(await shownColour(youtube, id)).toBe(before);
});

test("of a setting without an answer on a private video it is said that nobody knows, and it can be sent again", async () => {
  const { shop, youtube, set, setPrivacy, history } = await openSettingShop();
  const { id: hidden } = privateVideo;
  const body = { withoutFormer: true, idempotencyKey: newId() };
  await youtube.fault("thumbnails.set", "hang", { afterEffect: true });
  expect((await set(hidden, body)).status).toBe(503);
  await waitMinutes(shop, 4);
  await settleThumbnailSets(shop.platform);
  expect(await states(shop)).toEqual(["unknown"]);
  await waitMinutes(shop, 2);
  await settleThumbnailSets(shop.platform);
  expect(await history()).toEqual([expect.objectContaining({ videoId: hidden, unresolved: true })]);
  await youtube.fault("thumbnails.set", "hang", { afterEffect: true });
  expect((await set(hidden, body)).status).toBe(503);
  // Whoever sees the video sees that it was set.
  await setPrivacy(hidden, "public");
  const found = await set(hidden, body);
  expect(found.status, found.text).toBe(200);
  expect(found.body.data).not.toHaveProperty("unresolved");
  expect(await sets(youtube)).toHaveLength(2);
});

test("what is another's, unknown or no picture is refused before YouTube is asked to set anything", async () => {
  const { shop, youtube, set, restore } = await openSettingShop();
  const stranger = await shop.signUp();
  const theirs = await designOf(shop, stranger);
  const refused = async (answer: ReturnType<typeof set>) => (await answer).status;
  expect(await refused(set(other.videos[0]!.id))).toBe(404);
  expect(await refused(set("aaaaaaaaaaa"))).toBe(404);
  expect(await refused(set("no-id"))).toBe(404);
  expect(await refused(set(id, { designId: theirs }))).toBe(404);
  expect(await refused(set(id, { designId: newId() }))).toBe(404);
  expect(await refused(set(id, { designId: undefined, imageId: newId() }))).toBe(404);
  expect(await refused(set(id, { designId: undefined }))).toBe(400);
  expect(await refused(set(id, { imageId: newId() }))).toBe(400);
  expect(await refused(set(id, { idempotencyKey: "" }))).toBe(400);
  expect((await set(id, { designId: theirs }, stranger)).body.code).toBe("YOUTUBE_NOT_CONNECTED");
  expect((await restore(id)).status).toBe(404);
  const done = (await set(id)).body.data;
  expect((await restore(smallVideo.id, done.id)).status).toBe(404);
  expect((await restore(id, done.id, stranger)).status).toBe(404);
  expect((await restore(id, "../../x")).status).toBe(404);
  expect(await sets(youtube)).toHaveLength(1);
});

const refusals: [FaultKind, number, string, string][] = [
  ["forbidden", 403, "YOUTUBE_NOT_ALLOWED", "Verify it at youtube.com/verify."],
  ["quota", 429, "YOUTUBE_QUOTA", "used up"],
  ["rate-limited", 429, "YOUTUBE_QUOTA", "in some hours"],
  ["not-found", 404, "NOT_FOUND", "knows no such video"],
  ["invalid-image", 502, "PROVIDER_FAILED", "another one"],
  ["insufficient-scope", 409, "YOUTUBE_NOT_CONNECTED", "connect YouTube again"],
  ["signup-required", 409, "YOUTUBE_NOT_CONNECTED", "has no channel"],
];

test("a setting that YouTube refuses says why, and can be made again; a channel not verified is told how to be", async () => {
  const { shop, youtube, member, set, history } = await openSettingShop();
  for (const [index, [fault, status, code, sentence]] of refusals.entries()) {
    await youtube.fault("thumbnails.set", fault);
    const idempotencyKey = newId();
    const answer = await set(id, { idempotencyKey });
    expect([answer.status, answer.body.code], fault).toEqual([status, code]);
    expect(answer.body.message, fault).toContain(sentence);
    expect(await history(), fault).toHaveLength(index);
    expect((await states(shop)).slice(index), fault).toEqual(["failed"]);
    if (code === "YOUTUBE_NOT_CONNECTED") await connect(shop, member);
    if (fault === "quota") await shop.platform.db.execute(sql`delete from youtube_units`);
    expect((await set(id, { idempotencyKey })).status, fault).toBe(200);
    expect(await sets(youtube), fault).toHaveLength(index + 1);
  }

  await connect(shop, member, { channel: second.id });
  const answer = await set(second.videos[0]!.id);
  expect([answer.status, answer.body.message]).toEqual([
    403,
    "Your channel can't set thumbnails yet. Verify it at youtube.com/verify.",
  ]);
});

test("a thumbnail that can't be kept is not replaced, nor where nobody listens, and the next try goes through", async () => {
  const { shop, youtube, set } = await openSettingShop();
  for (const [fault, status] of [
    ["missing", 404],
    ["unavailable", 503],
    ["garbage", 502],
    ["too-large", 502],
  ] as const) {
    await youtube.fault("picture", fault, { times: null });
    const answer = await set(id);
    expect([fault, answer.status, answer.body.message]).toEqual([
      fault,
      status,
      expect.stringContaining("nothing was set"),
    ]);
    await youtube.clearFaults();
  }
  expect(await sets(youtube)).toEqual([]);

  const idempotencyKey = newId();
  const apiUrl = shop.platform.config.youtube.apiUrl;
  shop.platform.config.youtube.apiUrl = "http://127.0.0.1:9";
  expect((await set(id, { idempotencyKey })).status).toBe(503);
  shop.platform.config.youtube.apiUrl = apiUrl;
  expect((await set(id, { idempotencyKey })).status).toBe(200);
  expect(await sets(youtube)).toHaveLength(1);
});

const unanswered = ["hang", "reset", "reset-mid-body", "html-ok", "empty-body", "html"] as const;

test("a setting that took effect without an answer is found set, not set again, also where its picture stood", async () => {
  const { youtube, set, restore, history } = await openSettingShop();
  for (const [index, fault] of unanswered.entries()) {
    const before = await shownColour(youtube, id);
    await youtube.fault("thumbnails.set", fault, { afterEffect: true });
    const answer = await set(id);
    expect(answer.status, `${fault}: ${answer.text}`).toBe(200);
    expect(await sets(youtube), fault).toHaveLength(2 * index + 1);
    expect(await history(), fault).toHaveLength(2 * index + 1);
    await youtube.fault("thumbnails.set", fault, { afterEffect: true });
    expect((await restore(id)).body.data.restoredAt, fault).toBeTruthy();
    expect(await shownColour(youtube, id), fault).toBe(before);
    expect(await sets(youtube), fault).toHaveLength(2 * index + 2);
  }

  const so = 2 * unanswered.length;
  expect((await set(id)).status).toBe(200);
  await youtube.fault("thumbnails.set", "reset", { afterEffect: true });
  const again = await set(id);
  expect(again.status, again.text).toBe(200);
  expect([(await sets(youtube)).length, (await history()).length]).toEqual([so + 2, so + 2]);
});

test("a setting without an answer or an effect is not sent again before it would be seen", async () => {
  const { shop, youtube, set } = await openSettingShop();
  await youtube.fault("thumbnails.set", "hang");
  const idempotencyKey = newId();
  const answer = await set(id, { idempotencyKey });
  expect([answer.status, answer.body.message]).toEqual([503, expect.stringContaining("not set twice")]);
  expect((await set(id, { idempotencyKey })).status).toBe(503);
  expect((await set(id)).status).toBe(503);
  await waitMinutes(shop, 4);
  await settleThumbnailSets(shop.platform);
  expect(await states(shop)).toEqual(["unknown"]);
  await waitMinutes(shop, 2);
  await settleThumbnailSets(shop.platform);
  expect(await states(shop)).toEqual(["failed"]);
  expect(await sets(youtube)).toEqual([]);
  expect((await set(id, { idempotencyKey })).status).toBe(200);
  expect(await sets(youtube)).toHaveLength(1);
});

test("a process whose clock is slow does not take a setting for failed before it would be seen", async () => {
  const { shop, youtube, set } = await openSettingShop();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 10 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await youtube.fault("thumbnails.set", "hang");
  expect((await set(id)).status).toBe(503);
  expect(await states(shop)).toEqual(["unknown"]);
});

test("a setting that took effect while nobody could look is found later, and the former thumbnail is there", async () => {
  const { shop, youtube, set, restore, history } = await openSettingShop();
  const before = await shownColour(youtube, id);
  await youtube.fault("thumbnails.set", "hang", { afterEffect: true });
  await youtube.control("POST", "faults", { on: "picture", fault: "slow", delayMs: 0 });
  // The first picture is the former one; those after it are away.
  await youtube.fault("picture", "unavailable", { times: null });
  const idempotencyKey = newId();
  expect((await set(id, { idempotencyKey })).status).toBe(503);
  await settleThumbnailSets(shop.platform);
  expect(await history()).toEqual([]);
  await youtube.clearFaults();
  await settleThumbnailSets(shop.platform);
  expect(await history()).toHaveLength(1);
  expect((await set(id, { idempotencyKey })).status).toBe(200);
  expect(await sets(youtube)).toHaveLength(1);
  await restore(id);
  expect(await shownColour(youtube, id)).toBe(before);
});

test("former thumbnails are kept for 30 days, and go with the account", async () => {
  const { shop, member, set, restore, history } = await openSettingShop();
  const done = (await set(id)).body.data;
  await set(smallVideo.id);
  const keys = async () =>
    (
      await shop.platform.db.execute(sql`select former_file_key as key from youtube_thumbnail_sets
      where former_file_key is not null order by created_at, id`)
    ).rows.map(({ key }) => String(key));
  const [first, other] = await keys();
  await removeGoneThumbnails(shop.platform);
  expect(await shop.platform.storage.get(first!)).not.toBeNull();
  await shop.platform.db.execute(sql`update youtube_thumbnail_sets
    set created_at = created_at - interval '31 days', set_at = set_at - interval '31 days'
    where id = ${done.id}`);
  const late = await restore(id);
  expect([late.status, late.body.message]).toEqual([404, expect.stringContaining("30 days")]);
  await removeGoneThumbnails(shop.platform);
  expect(await shop.platform.storage.get(first!)).toBeNull();
  expect(await keys()).toEqual([other]);
  expect(await history()).toHaveLength(2);

  const exported = await shop.send({ url: "/api/account/export", as: member });
  expect(exported.body.youtube.thumbnailSets).toHaveLength(2);
  const body = { password: member.password };
  await shop.send({ method: "POST", url: "/api/account/delete", body, as: member });
  expect(await shop.platform.storage.get(other!)).toBeNull();
  expect(await states(shop)).toEqual([]);
});
