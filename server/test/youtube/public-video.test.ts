import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { videoIdOfLink } from "#contract/youtube-links.ts";
import type { FaultKind } from "#emulators/youtube/faults.ts";
import { removeOldThumbnails } from "#server/features/youtube/present-thumbnail.ts";
import { mostThumbnails } from "#server/features/youtube/thumbnails.repository.ts";
import { removeUnclaimedFiles } from "#server/platform/unclaimed-files.ts";
import {
  changeSettings,
  finished,
  memberWith,
  openEmulator,
  runInput,
  testKey,
} from "../generations/generator-shop.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import {
  main,
  openYoutubeShop,
  privateVideo,
  publicVideo,
  smallVideo,
  unembeddable,
} from "./youtube-shop.ts";

const { id } = publicVideo;
const good = [
  `https://www.youtube.com/watch?v=${id}`,
  `https://www.youtube.com/watch?app=desktop&v=${id}&list=PLabc&index=3&t=42s`,
  `https://m.youtube.com/watch?v=${id}&pp=ygUEdGVzdA%3D%3D`,
  `https://youtu.be/${id}`,
  `https://youtu.be/${id}?si=AbCdEf&t=10`,
  `https://www.youtube.com/shorts/${id}`,
  `https://youtube.com/shorts/${id}?feature=share`,
  `https://www.youtube.com/live/${id}?si=x`,
  `https://www.youtube.com/embed/${id}`,
  `https://studio.youtube.com/video/${id}/edit`,
  `https://studio.youtube.com/video/${id}/analytics/tab-overview/period-default`,
  `http://www.youtube.com/watch?v=${id}`,
  `youtu.be/${id}`,
  `www.youtube.com/watch?v=${id}`,
  `  https://youtu.be/${id}\n`,
];
const bad = [
  "How I built a shop",
  id,
  "https://vimeo.com/123456789",
  `https://youtube.com.evil.example/watch?v=${id}`,
  `https://evil.example/youtu.be/${id}`,
  `https://www.youtube.com@evil.example/watch?v=${id}`,
  `https://user:pass@www.youtube.com/watch?v=${id}`,
  `https://www.youtube.com:8443/watch?v=${id}`,
  `https://www.youtubе.com/watch?v=${id}`,
  `https://xn--youtub-2fg.com/watch?v=${id}`,
  `https://www.youtube.com./watch?v=${id}`,
  `https://evil.example?https://youtu.be/${id}`,
  `javascript://www.youtube.com/watch?v=${id}`,
  `ftp://youtu.be/${id}`,
  "https://www.youtube.com/playlist?list=PL590L5WQmH8fJ54FNAcGv5b5o0cAvFhsT",
  "https://www.youtube.com/@maragoesnorth",
  "https://www.youtube.com/watch?v=short",
  `https://www.youtube.com/watch?v=${id}x`,
  "https://www.youtube.com/watch?v=../../../etc",
  `https://www.youtube.com/redirect?q=https://youtu.be/${id}`,
  `https://studio.youtube.com/channel/${id}`,
];

test.each(good)("%j names its video", (link) => {
  expect(videoIdOfLink(link)).toBe(id);
});
test.each(bad)("%j names none", (link) => {
  expect(videoIdOfLink(link)).toBeNull();
});

const video = (shop: TestShop, as: Person | null, link: string) =>
  shop.send({ url: `/api/youtube/video?link=${encodeURIComponent(link)}`, as });
const picture = (shop: TestShop, as: Person | null, of: string, query = "", headers = {}) =>
  shop.http.inject({
    url: `/api/youtube/videos/${of}/image${query}`,
    headers: { ...(as ? { cookie: as.cookie } : {}), ...headers },
  });

test("a link tells a member title, channel, id and thumbnail of its video, and YouTube hears of the id alone", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  const link = `https://www.youtube.com/watch?v=${id}&secret=planted#private`;
  const answer = await video(shop, member, link);
  expect(answer.body).toEqual({
    success: true,
    data: {
      id,
      title: publicVideo.title,
      channel: main.title,
      thumbnailUrl: `/api/youtube/videos/${id}/image`,
    },
  });
  expect(await youtube.counts()).toEqual({ oembed: 1 });
  expect((await video(shop, null, link)).status).toBe(401);
});

test("a link that leads to no video is refused with what to paste instead, and YouTube is not asked", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  for (const link of bad) {
    const { status, body } = await video(shop, member, link);
    expect([link, status, Object.keys(body.fields ?? {})]).toEqual([link, 400, ["link"]]);
  }
  const playlist = await video(shop, member, "https://www.youtube.com/playlist?list=PL590L5WQmH8f");
  expect(playlist.body.message).toContain("playlist");
  expect((await video(shop, member, `https://youtu.be/${id}?${"x".repeat(2000)}`)).status).toBe(400);
  expect((await shop.send({ url: "/api/youtube/video", as: member })).status).toBe(400);
  expect(await youtube.counts()).toEqual({});
});

test("videos that YouTube tells nothing of are said to be so", async () => {
  const { shop } = await openYoutubeShop();
  const member = await shop.signUp();
  for (const { id: hidden } of [privateVideo, unembeddable]) {
    const { status, body } = await video(shop, member, `https://youtu.be/${hidden}`);
    expect([status, body.message]).toEqual([404, expect.stringContaining("Please type the title.")]);
  }
  const unknown = await video(shop, member, "https://youtu.be/aaaaaaaaaaa");
  expect([unknown.status, unknown.body.message]).toEqual([404, "YouTube knows no such video."]);
});

const away: [FaultKind, number][] = [
  ["hang", 503],
  ["reset", 503],
  ["unavailable", 503],
  ["reset-mid-body", 503],
  ["html", 503],
  ["html-ok", 502],
  ["truncated-json", 502],
  ["empty-body", 502],
  ["redirect", 502],
];

test("YouTube failing in any way ends in a sentence and in time, and no redirect is followed", async () => {
  const { shop, youtube } = await openYoutubeShop();
  shop.platform.config.youtube.publicTimeoutMs = 300;
  const member = await shop.signUp();
  for (const [fault, expected] of away) {
    await youtube.fault("oembed", fault);
    const { status, body } = await video(shop, member, `https://youtu.be/${id}`);
    expect([fault, status, body.message]).toEqual([fault, expected, expect.stringContaining("YouTube")]);
  }
  for (const [fault, expected] of away.filter(([name]) => name !== "truncated-json")) {
    await youtube.fault("picture", fault, { times: null });
    const answer = await picture(shop, member, id);
    expect([fault, answer.statusCode]).toEqual([fault, expected]);
    await youtube.clearFaults();
  }
  expect((await video(shop, member, `https://youtu.be/${id}`)).status).toBe(200);
});

test("a thumbnail reaches the member through the shop, is asked for once in ten minutes, and keeps no cache fooled", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => picture(shop, member, id)));
  expect(others.map(({ rawPayload }) => rawPayload.equals(first!.rawPayload))).toEqual([true, true]);
  expect(first!.headers).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(await sharp(first!.rawPayload).metadata()).toMatchObject({ width: 1280, height: 720 });
  const small = await picture(shop, member, id, "?width=320");
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: "webp", width: 320 });
  expect(await youtube.counts()).toEqual({ picture: 1 });
  const etag = String(first!.headers.etag);
  expect((await picture(shop, member, id, "", { "if-none-match": etag })).statusCode).toBe(304);
  expect((await picture(shop, null, id)).statusCode).toBe(401);

  const data = (
    await sharp({ create: { width: 1280, height: 720, channels: 3, background: "#123456" } })
      .png()
      .toBuffer()
  ).toString("base64");
  await youtube.control("POST", "thumbnail", { videoId: id, picture: data });
  expect((await picture(shop, member, id)).headers.etag).toBe(etag);
  await shop.platform.db.execute(
    sql`update video_thumbnails set fetched_at = fetched_at - interval '10 minutes'`,
  );
  const later = await picture(shop, member, id, "", { "if-none-match": etag });
  expect([later.statusCode, later.headers.etag === etag]).toEqual([200, false]);
});

test("a video without a large picture shows the smaller one without its bars", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  const small = await picture(shop, member, smallVideo.id);
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 480, height: 270 });
  const { data } = await sharp(small.rawPayload).raw().toBuffer({ resolveWithObject: true });
  expect(data[0]! + data[1]! + data[2]!).toBeGreaterThan(30);
  for (const fault of ["too-large", "garbage", "missing-maxres"] as const) {
    await shop.platform.db.execute(sql`delete from video_thumbnails`);
    await youtube.fault("picture", fault);
    const answer = await picture(shop, member, id);
    expect([fault, (await sharp(answer.rawPayload).metadata()).width]).toEqual([fault, 480]);
  }
  await youtube.fault("picture", "missing", { times: 2 });
  expect((await picture(shop, member, main.videos[3]!.id)).statusCode).toBe(404);
  expect((await picture(shop, member, "aaaaaaaaaaa")).statusCode).toBe(404);
  expect((await picture(shop, member, "..%2F..%2Fsecret")).statusCode).toBe(404);
});

test("kept thumbnails go after a day, files before rows", async () => {
  const { shop } = await openYoutubeShop();
  const member = await shop.signUp();
  await picture(shop, member, id, "?width=640");
  const files = async () => {
    const all = await readdir(join(shop.platform.config.dataDir, "uploads"), {
      recursive: true,
      withFileTypes: true,
    });
    return all.filter((entry) => entry.isFile() && entry.parentPath.includes("youtube")).length;
  };
  expect(await files()).toBe(2);
  await removeOldThumbnails(shop.platform);
  expect(await files()).toBe(2);
  await shop.platform.db.execute(
    sql`update video_thumbnails set fetched_at = fetched_at - interval '24 hours'`,
  );
  await removeOldThumbnails(shop.platform);
  expect(await files()).toBe(0);
  expect((await shop.platform.db.execute(sql`select 1 from video_thumbnails`)).rows).toEqual([]);
  expect((await picture(shop, member, id)).statusCode).toBe(200);
});

test("a member who names a thousand videos leaves the files of the newest, whatever came before", async () => {
  const { shop } = await openYoutubeShop();
  const member = await shop.signUp();
  const { db } = shop.platform;
  await picture(shop, member, id, "?width=640");
  const [first] = (await db.execute<{ file_key: string }>(sql`select file_key from video_thumbnails`)).rows;
  await db.execute(sql`
    insert into video_thumbnails (video_id, file_key, mime_type, fetched_at)
    select lpad(n::text, 11, '0'), 'youtube/00/none-' || n || '.jpg', 'image/jpeg', now() - interval '1 hour'
    from generate_series(2, ${mostThumbnails}) n`);
  await db.execute(
    sql`update video_thumbnails set fetched_at = now() - interval '2 hours' where video_id = ${id}`,
  );
  expect((await picture(shop, member, smallVideo.id)).statusCode).toBe(200);
  const kept = await db.execute<{ video_id: string }>(sql`select video_id from video_thumbnails`);
  expect(kept.rows).toHaveLength(mostThumbnails);
  expect(kept.rows.map(({ video_id }) => video_id)).not.toContain(id);
  expect(await shop.platform.storage.get(first!.file_key)).toBeNull();
  expect((await picture(shop, member, id)).statusCode).toBe(200);
});

test("a fetch anew that breaks off leaves the file that its row names", async () => {
  const { shop } = await openYoutubeShop();
  const member = await shop.signUp();
  const { db, storage } = shop.platform;
  await picture(shop, member, id);
  const [row] = (await db.execute<{ file_key: string }>(sql`select file_key from video_thumbnails`)).rows;
  await db.execute(sql`update video_thumbnails set fetched_at = fetched_at - interval '11 minutes'`);
  shop.platform.storage = { ...storage, put: () => Promise.reject(new Error("away")) };
  expect((await picture(shop, member, id)).statusCode).toBe(500);
  await db.execute(sql`update unclaimed_files set removable_at = removable_at - interval '1 hour'`);
  await removeUnclaimedFiles(shop.platform);
  expect(await storage.get(row!.file_key)).not.toBeNull();
});

test("a run keeps the video that it is for, and what is made from it is for the same", async () => {
  const model = await openEmulator();
  const { shop } = await openYoutubeShop({ config: { geminiApiUrl: model.url } });
  const admin = await shop.signUp({ role: "Admin" });
  await shop.send({
    method: "POST",
    url: "/api/gemini-keys",
    body: { name: "A", key: testKey },
    as: admin,
  });
  await changeSettings(shop, admin, { minimumBalance: 1 });
  const member = await memberWith(shop, 9);
  const start = async (more: object) => {
    const answer = await shop.send({
      method: "POST",
      url: "/api/generations",
      body: runInput(more),
      as: member,
    });
    return answer.status === 202 ? finished(shop, member, answer.body.data.id) : answer;
  };
  const of = { id, channel: main.title };
  const run = await start({ video: of });
  expect(run.video, run.text).toEqual({ ...of, thumbnailUrl: `/api/youtube/videos/${id}/image` });
  const source = { kind: "picture", id: run.images[0].id };
  expect((await start({ source, instruction: "darker", title: "" })).video).toEqual(run.video);
  const another = { id: smallVideo.id, channel: "Another" };
  expect((await start({ source, vary: "light", video: another })).video.id).toBe(smallVideo.id);
  expect(await start({})).not.toHaveProperty("video");
  for (const wrong of [{ id: "short", channel: "A" }, { id }, { id, channel: "x".repeat(201) }])
    expect([wrong, (await start({ video: wrong })).status]).toEqual([wrong, 400]);

  const exported = await shop.send({ url: "/api/account/export", as: member });
  expect(exported.body.thumbnails.map((one: { videoId: string }) => one.videoId)).toContain(id);
  await shop.send({
    method: "POST",
    url: "/api/account/delete",
    body: { password: member.password },
    as: member,
  });
  const { rows } = await shop.platform.db.execute(
    sql`select 1 from generations where video_id is not null or video_channel is not null`,
  );
  expect(rows).toEqual([]);
});
