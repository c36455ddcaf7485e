import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { FaultKind } from "#emulators/youtube/faults.ts";
import { readConfig } from "#server/config.ts";
import { eraseAccount } from "#server/features/accounts/erasure/erase-account.ts";
import { secondsOf } from "#server/features/youtube/channel-videos.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import { connect, connectionOf } from "./connecting.ts";
import { designOf, openSettingShop, sets } from "./setting.ts";
import { main, openYoutubeShop, publicVideo, second } from "./youtube-shop.ts";

const videosOf = (shop: TestShop, as: Person, pageToken?: string) =>
  shop.send({ url: `/api/youtube/videos${pageToken ? `?pageToken=${pageToken}` : ""}`, as });
const usageOf = async (shop: TestShop, as: Person) =>
  (await shop.send({ url: "/api/youtube/usage", as })).body.data;

test("the newest uploads come twelve a page, forth and back, with all that tells them apart", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member, { purpose: "list" });
  const first = (await videosOf(shop, member)).body.data;
  const next = (await videosOf(shop, member, first.nextPageToken)).body.data;
  const titles = [...first.videos, ...next.videos].map(({ title }) => title);
  expect(titles).toEqual(main.videos.map(({ title }) => title));
  expect(first).not.toHaveProperty("previousPageToken");
  expect(next).not.toHaveProperty("nextPageToken");
  expect(first.videos[1]).toEqual({
    id: publicVideo.id,
    title: publicVideo.title,
    publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    privacy: "public",
    durationSeconds: publicVideo.seconds,
    thumbnailUrl: `/api/youtube/videos/${publicVideo.id}/image`,
  });
  expect(new Set([...first.videos, ...next.videos].map(({ privacy }) => privacy))).toEqual(
    new Set(["public", "unlisted", "private"]),
  );
  await youtube.counts();
  expect((await videosOf(shop, member, next.previousPageToken)).body.data.videos).toEqual(first.videos);
  await youtube.counts();
  // Kept for ten minutes.
  expect((await videosOf(shop, member)).body.data).toEqual(first);
  expect((await videosOf(shop, member, first.nextPageToken)).body.data).toEqual(next);
  expect(await youtube.counts()).toEqual({});
});

test("what is kept of one member's channel is shown to no other, and not after disconnecting", async () => {
  const { shop } = await openYoutubeShop();
  const [member, other] = [await shop.signUp(), await shop.signUp()];
  await connect(shop, member);
  await videosOf(shop, member);
  expect((await videosOf(shop, other)).status).toBe(409);
  await shop.send({ method: "DELETE", url: "/api/youtube/connection", as: member });
  expect((await videosOf(shop, member)).status).toBe(409);
});

test("a channel without uploads has an empty list", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member);
  await youtube.control("POST", "channel", { channel: "main", videos: [] });
  expect((await videosOf(shop, member)).body.data).toEqual({ videos: [] });
  expect(await connectionOf(shop, member)).toMatchObject({ connected: true });
});

test("a channel that is gone asks to connect another, and Google is asked about it no more", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const gone = "has no channel any more";
  // The last of them takes the channel from all.
  for (const how of [
    "signup-required",
    "account-closed",
    "account-suspended",
    "no-channel",
    "deleted",
  ] as const) {
    const member = await shop.signUp();
    await connect(shop, member);
    if (how === "deleted") await youtube.control("POST", "channel", { channel: "main", isDeleted: true });
    else await youtube.fault("playlistItems.list", how);
    const { status, body } = await videosOf(shop, member);
    expect([how, status, body.code]).toEqual([how, 409, "YOUTUBE_NOT_CONNECTED"]);
    expect(body.message, how).toContain(gone);
    expect(await connectionOf(shop, member), how).toMatchObject({ connected: false, ended: true });
    await youtube.counts();
    expect((await videosOf(shop, member)).status, how).toBe(409);
    expect(await youtube.counts(), how).toEqual({});
  }
});

const faults: [FaultKind, number, string][] = [
  ["hang", 503, "UNAVAILABLE"],
  ["reset", 503, "UNAVAILABLE"],
  ["reset-mid-body", 503, "UNAVAILABLE"],
  ["unavailable", 503, "UNAVAILABLE"],
  ["internal", 503, "UNAVAILABLE"],
  ["html", 503, "UNAVAILABLE"],
  ["html-ok", 502, "PROVIDER_FAILED"],
  ["empty-body", 502, "PROVIDER_FAILED"],
  ["redirect", 502, "PROVIDER_FAILED"],
  ["forbidden", 502, "PROVIDER_FAILED"],
  ["rate-limited", 429, "YOUTUBE_QUOTA"],
  ["quota", 429, "YOUTUBE_QUOTA"],
  ["queries-per-minute", 429, "YOUTUBE_QUOTA"],
];

test("a list that fails in any way ends in a sentence and in time, is not kept, and is asked for once", async () => {
  const { shop, youtube } = await openYoutubeShop();
  shop.platform.config.youtube.apiTimeoutMs = 300;
  const member = await shop.signUp();
  await connect(shop, member);
  for (const on of ["playlistItems.list", "videos.list"] as const) {
    for (const [fault, status, code] of faults) {
      await youtube.counts();
      await youtube.fault(on, fault);
      const answer = await videosOf(shop, member);
      expect([on, fault, answer.status, answer.body.code]).toEqual([on, fault, status, code]);
      expect((await youtube.counts())[on]).toBe(1);
      await shop.platform.db.execute(sql`delete from youtube_units`);
    }
  }
  const wrong = await videosOf(shop, member, "made-up");
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ["pageToken"]]);
  expect((await videosOf(shop, member, "x".repeat(201))).status).toBe(400);
  expect((await videosOf(shop, member)).status).toBe(200);
});

test("a permission to see the channel that was taken back at Google is said, and asked for again", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member);
  await youtube.fault("playlistItems.list", "insufficient-scope");
  const answer = await videosOf(shop, member);
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining("see your channel")]);
  expect((await connectionOf(shop, member)).purposes).toEqual([]);
  await connect(shop, member);
  expect((await videosOf(shop, member)).status).toBe(200);
});

test.each([
  ["PT1H12M5S", 4325],
  ["PT48S", 48],
  ["P1DT2H", 93_600],
  ["P0D", 0],
  ["", 0],
  ["an hour", 0],
])("%j are %i seconds", (duration, seconds) => {
  expect(secondsOf(duration)).toBe(seconds);
});

/** What was counted today was counted yesterday. */
async function makeYesterday({ platform: { db } }: TestShop): Promise<void> {
  await db.execute(sql`update youtube_units set day = day - 1`);
  await db.execute(sql`update youtube_member_units set day = day - 1`);
  await db.execute(sql`update rate_limits set key = replace(key, 'youtube-channel:', 'yesterday:')`);
}

test("units are counted over all members, and once the day's are used up Google is not asked", async () => {
  const { shop, youtube, member, set } = await openSettingShop({ env: { YOUTUBE_DAILY_UNITS: "105" } });
  const admin = await shop.signUp({ role: "Admin" });
  expect(await usageOf(shop, admin)).toEqual({
    usedToday: 1,
    limit: 105,
    resetsAt: expect.stringMatching(/T0[78]:00:00\.000Z$/),
  });
  expect((await shop.send({ url: "/api/youtube/usage", as: member })).status).toBe(403);
  expect((await set(publicVideo.id)).status).toBe(200);
  expect((await set(main.videos[2]!.id)).status).toBe(200);
  expect((await usageOf(shop, admin)).usedToday).toBe(103);
  await youtube.counts();
  const answer = await set(main.videos[3]!.id);
  expect([answer.status, answer.body.code]).toEqual([429, "YOUTUBE_QUOTA"]);
  expect(answer.body.message).toMatch(/used up what YouTube allows it for today\. Please try again in/);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(await youtube.counts()).toEqual({ "videos.list": 1, picture: 1 });
  expect(await sets(youtube)).toHaveLength(2);
  // Yesterday's count for nothing.
  await makeYesterday(shop);
  expect((await set(main.videos[3]!.id)).status).toBe(200);
});

test("one member can use a part of the day's units and leaves the rest to others, until the next day", async () => {
  const env = { YOUTUBE_DAILY_UNITS: "500", YOUTUBE_MEMBER_UNITS: "60" };
  const { shop, youtube, member, set } = await openSettingShop({ env });
  const other = await shop.signUp();
  await connect(shop, other, { channel: second.id });
  const admin = await shop.signUp({ role: "Admin" });
  expect((await set(publicVideo.id)).status).toBe(200);
  const used = (await usageOf(shop, admin)).usedToday;
  await youtube.counts();
  // Pages that nobody has asked for yet, so that none is kept: a call each, or two.
  const tokens = Array.from({ length: 12 }, (_, at) => Buffer.from(`PT:${at}`).toString("base64url"));
  const answers = await Promise.all(tokens.map((token) => videosOf(shop, member, token)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, headers } of refused) {
    expect(body.code).toBe("YOUTUBE_QUOTA");
    expect(body.message).toMatch(/^You have used up what one member may ask .+ Please try again in/);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  const asked = Object.values(await youtube.counts()).reduce((sum, count) => sum + count, 0);
  expect((await usageOf(shop, admin)).usedToday, "what was refused is not counted").toBe(used + asked);
  expect((await videosOf(shop, other)).status).toBe(200);
  await makeYesterday(shop);
  expect((await set(main.videos[3]!.id)).status).toBe(200);
});

test("a channel's part of the day's units is no larger by another account, or by one that is made anew", async () => {
  const env = { YOUTUBE_DAILY_UNITS: "500", YOUTUBE_MEMBER_UNITS: "60" };
  const { shop, member, set } = await openSettingShop({ env });
  expect((await set(publicVideo.id)).status).toBe(200);
  await eraseAccount(shop.platform, member.id);
  const again = await shop.signUp();
  await connect(shop, again);
  const refused = await set(main.videos[3]!.id, { designId: await designOf(shop, again) }, again);
  expect([refused.status, refused.body.code]).toEqual([429, "YOUTUBE_QUOTA"]);
  expect(refused.body.message).toMatch(/^Your channel has used up what one member may ask .+ try again in/);
  const elsewhere = await shop.signUp();
  await connect(shop, elsewhere, { channel: second.id });
  expect((await videosOf(shop, elsewhere)).status).toBe(200);
  await makeYesterday(shop);
  expect((await set(main.videos[3]!.id, { designId: await designOf(shop, again) }, again)).status).toBe(200);
});

test.each([
  [{}, 1000],
  [{ YOUTUBE_DAILY_UNITS: "1000" }, 255],
  [{ YOUTUBE_DAILY_UNITS: "1000000" }, 100_000],
  [{ YOUTUBE_MEMBER_UNITS: "9000" }, 9000],
])("with %j one member may use %i units a day", (env, units) => {
  expect(readConfig(env).youtube.memberUnits).toBe(units);
});

async function mailsOfUnits({ platform }: TestShop, { email }: Person) {
  const statement = sql`select subject from outbox where template_name = 'youtube-units' and to_email = ${email}`;
  return (await platform.db.execute(statement)).rows;
}

test.each(["quota", "queries-per-day"] as const)(
  "that Google calls the day's units used up (%s) is told to each admin once",
  async (fault) => {
    const { shop, youtube, member, set } = await openSettingShop();
    const admins = [await shop.signUp({ role: "Admin" }), await shop.signUp({ role: "Admin" })];
    const other = await shop.signUp();
    await connect(shop, other);
    await youtube.fault("videos.list", fault, { times: null });
    const answers = await Promise.all([set(publicVideo.id), videosOf(shop, other), videosOf(shop, member)]);
    expect(answers.map(({ status }) => status)).toContain(429);
    expect((await set(main.videos[2]!.id)).status).toBe(429);
    for (const admin of admins)
      expect(await mailsOfUnits(shop, admin)).toEqual([{ subject: "YouTube: today's units are used up" }]);
  },
);

test("at 80 % of the day's units each admin is told once", async () => {
  const { shop, member } = await openSettingShop({ env: { YOUTUBE_DAILY_UNITS: "10" } });
  const admin = await shop.signUp({ role: "Admin" });
  const mails = () => mailsOfUnits(shop, admin);
  const ask = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      await shop.platform.db.execute(sql`update youtube_connections set created_at = clock_timestamp()`);
      await videosOf(shop, member);
    }
  };
  await ask(3);
  expect(await mails()).toEqual([]);
  await ask(1);
  expect(await mails()).toEqual([{ subject: "YouTube: 80 % of today's units are used" }]);
  await ask(2);
  expect(await mails()).toHaveLength(1);
});

test("many calls at once never count more units than there are", async () => {
  const { shop, member } = await openSettingShop({ env: { YOUTUBE_DAILY_UNITS: "6" } });
  const admin = await shop.signUp({ role: "Admin" });
  const tokens = Array.from({ length: 8 }, (_, at) => Buffer.from(`PT:${at}`).toString("base64url"));
  const answers = await Promise.all(tokens.map((token) => videosOf(shop, member, token)));
  expect(new Set(answers.map(({ status }) => status))).toContain(429);
  expect((await usageOf(shop, admin)).usedToday).toBe(6);
});
