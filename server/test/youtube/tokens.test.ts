import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { createBackup } from "#server/db/backup/create-backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { reencryptYoutubeTokens } from "#server/features/youtube/youtube.service.ts";
import { createEncryption } from "#server/platform/encryption.ts";
import { ownEnvironment, startShopProcess } from "../helpers/shop-process.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";
import { cookieOf, openTestShop, type Person } from "../helpers/test-shop.ts";
import { type Asked, connect, connectionOf, consent, processShop, startConnecting } from "./connecting.ts";
import { designOf } from "./setting.ts";
import { openYoutube, openYoutubeShop, publicVideo } from "./youtube-shop.ts";

test("tokens, codes, verifiers and the client's secret are in no answer, log line, export or backup", async () => {
  const clientSecret = "planted-youtube-client-secret";
  const youtube = await openYoutube({ secret: clientSecret });
  const env = await ownEnvironment();
  const { db, close } = openDatabase(env.DATABASE_URL!);
  onTestFinished(close);
  const shop = await startShopProcess({ ...env, ...youtube.env, LOG_LEVEL: "trace" });
  const answers: string[] = [];
  const recorded: Asked = {
    async send(options) {
      const answer = await processShop(shop.url).send(options);
      answers.push(`${options.url.split("?")[0]}: ${JSON.stringify(answer.headers)} ${answer.text}`);
      return answer;
    },
  };
  const signedUp = await fetch(`${shop.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Mara", email: "mara@planted.example", password: "a good password" }),
  });
  const cookie = signedUp.headers.getSetCookie()[0]!.split(";")[0]!;
  const { user } = (await signedUp.json()) as { user: { id: string } };
  const member: Person = { id: user.id, name: "Mara", email: "", password: "a good password", cookie };

  const secrets: Record<string, string> = { clientSecret };
  const encryption = createEncryption(env.APP_SECRET!);
  const note = async (name: string) => {
    const { rows } = await db.execute<{ tokens: string }>(sql`select tokens from youtube_connections`);
    const tokens = JSON.parse(encryption.decrypt(rows[0]!.tokens, "youtube-tokens"));
    secrets[`${name} access token`] = tokens.accessToken;
    secrets[`${name} refresh token`] = tokens.refreshToken;
    return rows[0]!.tokens;
  };

  const address = await startConnecting(recorded, member);
  const { rows } = await db.execute<{ verifier: string }>(sql`select verifier from youtube_consents`);
  secrets.verifier = encryption.decrypt(rows[0]!.verifier, "youtube-verifier");
  const back = await consent(address);
  secrets.code = new URL(back, "http://shop").searchParams.get("code")!;
  const state = new URL(address).searchParams.get("state")!;
  await recorded.send({ url: back, as: member });
  await recorded.send({ url: back, as: member });
  const sealed = await note("first");

  // Renewed, refused in several ways, and answered by nothing.
  await db.execute(sql`update youtube_connections set access_expires_at = now()`);
  await recorded.send({ url: "/api/youtube/videos", as: member });
  await note("second");
  const designId = await designOf(recorded, member);
  for (const fault of ["unauthorized", "forbidden", "internal", "reset", "html-ok"]) {
    await youtube.control("POST", "faults", { on: "thumbnails.set", fault });
    const body = { designId, idempotencyKey: newId() };
    await recorded.send({
      method: "PUT",
      url: `/api/youtube/videos/${publicVideo.id}/thumbnail`,
      body,
      as: member,
    });
    await note(fault);
  }
  for (const url of ["connection", "history", "videos?pageToken=x", "usage"])
    await recorded.send({ url: `/api/youtube/${url}`, as: member });
  await recorded.send({ url: "/api/account/export", as: member });
  const file = join(env.DATA_DIR!, "shop.backup");
  await createBackup({ connectionString: env.DATABASE_URL!, uploadsDir: undefined, file });
  const bytes = await readFile(file);
  const backup = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
  expect(backup).toContain(sealed.split(".")[1]);
  await youtube.fault("revoke", "unavailable");
  await recorded.send({ method: "DELETE", url: "/api/youtube/connection", as: member });
  await vi.waitFor(() => expect(shop.output()).toContain("Google took a grant not back yet"));

  expect(Object.keys(secrets).length).toBeGreaterThan(6);
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(10);
    expect(
      answers.filter((text) => text.includes(secret)),
      `answers with ${name}`,
    ).toEqual([]);
    expect(shop.output().includes(secret), `${name} in the log`).toBe(false);
    expect(backup.includes(secret), `${name} in the backup`).toBe(false);
  }
  expect(shop.output()).not.toContain(state);
  expect(backup).not.toContain(state);
}, 60_000);

test("a token is renewed when it is due, once for many calls, and by two processes at once without harm", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member);
  const expire = () =>
    shop.platform.db.execute(sql`update youtube_connections set access_expires_at = now()`);
  await expire();
  await youtube.counts();
  const ask = (of = shop, pageToken = "") =>
    of.send({ url: `/api/youtube/videos${pageToken && `?pageToken=${pageToken}`}`, as: member });
  const { body } = await ask();
  expect((await youtube.counts()).token).toBe(1);
  await ask(shop, body.data.nextPageToken);
  expect(await youtube.counts()).toEqual({ "playlistItems.list": 1, "videos.list": 1 });

  const other = await openTestShop({
    database: shop.connectionString,
    dataDir: shop.platform.config.dataDir,
    env: youtube.env,
  });
  await expire();
  await connect(shop, member);
  await expire();
  const both = await Promise.all([ask(), ask(other)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

test("a token that Google does not take any more is renewed, and a withdrawn access is said and can be given again", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member);
  await youtube.fault("playlistItems.list", "unauthorized");
  const ask = () => shop.send({ url: "/api/youtube/videos", as: member });
  expect((await ask()).status).toBe(200);
  await connect(shop, member);
  await youtube.control("POST", "withdraw");
  const refused = await ask();
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    "YOUTUBE_NOT_CONNECTED",
    "YouTube's access to your channel has ended. Please connect YouTube again.",
  ]);
  expect(await connectionOf(shop, member)).toMatchObject({ connected: false, ended: true, purposes: [] });
  const { rows } = await shop.platform.db.execute(sql`select tokens from youtube_connections`);
  expect(rows).toEqual([{ tokens: null }]);
  await youtube.counts();
  expect((await ask()).status).toBe(409);
  expect(await youtube.counts()).toEqual({});
  await connect(shop, member);
  expect((await ask()).status).toBe(200);
});

test("another OAuth client ends the connections of the former one, and members are asked to connect again", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const { youtube: config } = shop.platform.config;
  const member = await shop.signUp();
  await connect(shop, member);
  await shop.platform.db.execute(sql`update youtube_connections set access_expires_at = now()`);
  const ask = () => shop.send({ url: "/api/youtube/videos", as: member });
  // A secret that was mistyped is the shop's own fault.
  const client = { clientId: "another-client", clientSecret: "its secret" };
  config.client = { ...config.client!, clientSecret: "mistyped" };
  expect((await ask()).status).toBe(502);
  expect(await connectionOf(shop, member)).toMatchObject({ connected: true });

  await youtube.control("POST", "client", client);
  config.client = client;
  const refused = await ask();
  expect([refused.status, refused.body.code]).toEqual([409, "YOUTUBE_NOT_CONNECTED"]);
  expect(await connectionOf(shop, member)).toMatchObject({ connected: false, ended: true, purposes: [] });
  await connect(shop, member);
  expect((await ask()).status).toBe(200);
});

test("Google's token address being away ends in 503 and ends no connection", async () => {
  const { shop, youtube } = await openYoutubeShop();
  shop.platform.config.youtube.apiTimeoutMs = 300;
  const member = await shop.signUp();
  await connect(shop, member);
  await shop.platform.db.execute(sql`update youtube_connections set access_expires_at = now()`);
  for (const [fault, status] of [
    ["hang", 503],
    ["unavailable", 503],
    ["reset", 503],
    ["html-ok", 503],
  ] as const) {
    await youtube.fault("token", fault);
    const answer = await shop.send({ url: "/api/youtube/videos", as: member });
    expect([fault, answer.status]).toEqual([fault, status]);
  }
  expect((await shop.send({ url: "/api/youtube/videos", as: member })).status).toBe(200);
});

test("tokens are sealed anew under a new APP_SECRET, and those that none opens ask to connect again", async () => {
  const youtube = await openYoutube();
  const database = await cloneTestDatabase(inject("postgres"));
  onTestFinished(database.drop);
  const [former, next] = [
    "the former secret of the tests, long enough",
    "the next secret of the tests, long enough",
  ];
  const open = (secrets: Record<string, string>) =>
    openTestShop({ database: database.connectionString, env: { ...youtube.env, ...secrets } });
  const first = await open({ APP_SECRET: former });
  const member = await first.signUp();
  await connect(first, member);
  await youtube.fault("revoke", "unavailable", { times: null });
  const gone = await first.signUp();
  await connect(first, gone, { channel: "none" });
  await first.stop();

  const second = await open({ APP_SECRET: next, APP_SECRET_PREVIOUS: former });
  await reencryptYoutubeTokens(second.platform);
  const { rows } = await second.platform.db.execute<{ sealed: string }>(
    sql`select tokens as sealed from youtube_connections union all select token from youtube_revocations`,
  );
  const { decrypt } = createEncryption(next);
  expect(rows.map(({ sealed }) => Object.keys(JSON.parse(decrypt(sealed, "youtube-tokens"))))).toEqual([
    ["accessToken", "refreshToken"],
    ["accessToken", "refreshToken"],
  ]);
  await second.stop();

  const third = await open({ APP_SECRET: "a secret of another shop, which is long enough too" });
  const { email, password } = member;
  const signedIn = await third.send({
    method: "POST",
    url: "/api/auth/sign-in/email",
    body: { email, password },
  });
  const answer = await third.send({
    url: "/api/youtube/videos",
    as: { ...member, cookie: cookieOf(signedIn) },
  });
  expect([answer.status, answer.body.code]).toEqual([409, "YOUTUBE_NOT_CONNECTED"]);
}, 60_000);
