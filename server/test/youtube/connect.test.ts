import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { youtubeOutcomes } from "#contract/youtube.ts";
import { deleteExpired } from "#server/db/retention.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { connect, connectionOf, consent, startConnecting } from "./connecting.ts";
import { main, openYoutubeShop, second, type Youtube } from "./youtube-shop.ts";

const disconnect = (shop: TestShop, as: Person) =>
  shop.send({ method: "DELETE", url: "/api/youtube/connection", as });
const end = (location: unknown) => new URL(String(location), "http://shop").searchParams.get("youtube");
const grants = async (youtube: Youtube) => (await youtube.control("GET", "grants")).grants;
const pending = async (shop: TestShop) =>
  (await shop.platform.db.execute(sql`select attempts from youtube_revocations`)).rows;
/** Has the job look again, whatever it has put off. */
const retry = async (shop: TestShop) => {
  await shop.platform.db.execute(sql`update youtube_revocations set next_attempt_at = now()`);
  shop.platform.jobs.wake("youtube-revocations");
};

test("a member connects a channel for what they allowed, comes back to where they were, and keeps what was granted", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  expect(await connectionOf(shop, member)).toEqual({ available: true, connected: false, purposes: [] });
  expect(await connect(shop, member, { purpose: "list" })).toBe("/videos?tab=1&youtube=connected");
  const connected = await connectionOf(shop, member);
  expect(connected).toMatchObject({
    available: true,
    connected: true,
    channel: { id: main.id, title: main.title },
    purposes: ["list"],
  });
  const picture = await shop.http.inject({
    url: connected.channel.thumbnailUrl,
    headers: { cookie: member.cookie },
  });
  expect(picture.statusCode).toBe(200);
  expect((await sharp(picture.rawPayload).metadata()).format).toBe("jpeg");

  expect(await connect(shop, member, { purpose: "set" })).toBe("/videos?tab=1&youtube=connected");
  expect((await connectionOf(shop, member)).purposes).toEqual(["list", "set"]);
  expect(await youtube.counts()).toEqual({ token: 2, "channels.list": 2 });
  await connect(shop, member, { purpose: "list" });
  expect((await connectionOf(shop, member)).purposes, "a second consent for less").toEqual(["list", "set"]);
});

test("the address of Google's page asks by PKCE for the purpose's scopes alone, with a state of its own", async () => {
  const { shop } = await openYoutubeShop();
  const member = await shop.signUp();
  const [one, two] = [
    await startConnecting(shop, member, "list"),
    await startConnecting(shop, member, "set"),
  ];
  const of = (address: string) => Object.fromEntries(new URL(address).searchParams);
  expect(of(one)).toMatchObject({
    response_type: "code",
    access_type: "offline",
    include_granted_scopes: "true",
    code_challenge_method: "S256",
    scope: "https://www.googleapis.com/auth/youtube.readonly",
    redirect_uri: "http://localhost:3000/api/youtube/callback",
  });
  expect(of(two).scope).toContain("youtube.upload");
  expect(of(two).state).not.toBe(of(one).state);
  expect(of(two).code_challenge).not.toBe(of(one).code_challenge);
});

test("what a person refuses, leaves out or lacks is said on the page that they came from", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  expect(end(await connect(shop, member, { deny: true }))).toBe("refused");
  expect(end(await connect(shop, member, { without: "youtube.readonly" }))).toBe("incomplete");
  expect(end(await connect(shop, member, { channel: "none" }))).toBe("noChannel");
  expect((await connectionOf(shop, member)).connected).toBe(false);
  // What nobody needs is given back.
  await vi.waitFor(async () => expect(await grants(youtube)).toEqual([]));
  expect(end(await connect(shop, member, { without: "youtube.upload" }))).toBe("partly");
  expect((await connectionOf(shop, member)).purposes).toEqual(["list"]);
  for (const name of ["refused", "incomplete", "noChannel", "partly"] as const)
    expect(youtubeOutcomes[name]).toMatch(/^YouTube /);
});

test("a state counts once, for ten minutes, in the session that it was made for", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const [member, other] = [await shop.signUp(), await shop.signUp()];
  const address = await startConnecting(shop, member);
  const back = await consent(address);
  const stale = "/profile?youtube=stale";
  const at = async (url: string, as: Person | null) => (await shop.send({ url, as })).headers.location;
  expect(await at(back, other)).toBe(stale);
  expect(await at(back, null)).toBe(stale);
  const signedIn = await shop.send({
    method: "POST",
    url: "/api/auth/sign-in/email",
    body: { email: member.email, password: member.password },
  });
  const cookie = [signedIn.headers["set-cookie"] ?? []].flat().map((one) => String(one).split(";")[0]);
  expect(await at(back, { ...member, cookie: cookie.join("; ") })).toBe(stale);
  expect(await youtube.counts()).toEqual({});
  expect(end(await at(back, member))).toBe("connected");
  expect(await at(back, member)).toBe(stale);
  // The code of before, with a state of now.
  const { searchParams } = new URL(await startConnecting(shop, member));
  const code = new URL(back, "http://shop").searchParams.get("code");
  const used = await at(`/api/youtube/callback?code=${code}&state=${searchParams.get("state")}`, member);
  expect(used).toBe("/videos?tab=1&youtube=stale");
  expect((await connectionOf(shop, member)).connected).toBe(true);

  const late = await consent(await startConnecting(shop, member));
  await shop.platform.db.execute(sql`update youtube_consents set expires_at = now()`);
  expect(await at(late, member)).toBe(stale);
  expect(await at("/api/youtube/callback", member)).toBe(stale);
  expect(await at(`/api/youtube/callback?state=${"x".repeat(200)}&code=1`, member)).toBe(stale);
  expect((await shop.send({ url: `/api/youtube/callback?state=${"x".repeat(5000)}` })).status).toBe(400);
});

test("what is no path of the shop is none to come back to", async () => {
  const { shop } = await openYoutubeShop();
  const member = await shop.signUp();
  for (const returnTo of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/a/%2e%2e//evil.example",
    "/..\\/evil.example",
    "javascript:alert(1)",
    "profile",
    "#top",
    "",
    `/${"x".repeat(500)}`,
  ]) {
    const body = { purpose: "list", returnTo };
    const answer = await shop.send({ method: "POST", url: "/api/youtube/connect", body, as: member });
    expect([returnTo, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([
      returnTo,
      400,
      ["returnTo"],
    ]);
  }
});

const connectFaults = [
  ["token", "unavailable", "away"],
  ["token", "hang", "away"],
  ["token", "reset", "away"],
  ["token", "html-ok", "failed"],
  ["token", "redirect", "failed"],
  ["token", "invalid-grant", "stale"],
  ["channels.list", "unavailable", "away"],
  ["channels.list", "reset-mid-body", "away"],
  ["channels.list", "html-ok", "failed"],
  ["channels.list", "empty-body", "failed"],
  ["channels.list", "signup-required", "noChannel"],
  ["channels.list", "account-suspended", "noChannel"],
  // The last, as the day is over then.
  ["channels.list", "quota", "quota"],
] as const;

test("connecting while Google fails in any way ends in a sentence, connects nothing, and goes well afterwards", async () => {
  expect(youtubeOutcomes).toMatchObject({
    away: expect.stringContaining("because Google does not answer right now"),
    stale: expect.stringContaining("this try was used already"),
    failed: expect.stringContaining("Google answered in a way that we don't understand"),
    quota: expect.stringContaining("what YouTube allows for today is used up"),
  });
  const { shop, youtube } = await openYoutubeShop();
  const { youtube: settings } = shop.platform.config;
  const { apiTimeoutMs } = settings;
  for (const [on, fault, outcome] of connectFaults) {
    const name = `${on} ${fault}`;
    settings.apiTimeoutMs = fault === "hang" ? 300 : apiTimeoutMs;
    const member = await shop.signUp();
    await youtube.fault(on, fault);
    expect(end(await connect(shop, member)), name).toBe(outcome);
    const nothing = { available: true, connected: false, purposes: [] };
    expect(await connectionOf(shop, member), name).toEqual(nothing);
    await vi.waitFor(async () => expect(await pending(shop), name).toEqual([]), 10_000);
    expect(end(await connect(shop, member)), name).toBe(outcome === "quota" ? "quota" : "connected");
  }
});

test("a connected channel stays connected where its member connects it once more and Google fails", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member);
  await youtube.fault("channels.list", "unavailable");
  expect(end(await connect(shop, member))).toBe("away");
  expect(await pending(shop), "the grant may be the same").toEqual([]);
  await retry(shop);
  expect((await connectionOf(shop, member)).purposes).toEqual(["list", "set"]);
  expect((await shop.send({ url: "/api/youtube/videos", as: member })).status).toBe(200);
});

test("disconnecting takes the access back at Google, now or as soon as it answers", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member);
  expect(await grants(youtube)).toHaveLength(1);
  expect((await disconnect(shop, member)).status).toBe(200);
  expect(await connectionOf(shop, member)).toEqual({ available: true, connected: false, purposes: [] });
  await vi.waitFor(async () => expect(await grants(youtube)).toEqual([]));
  expect((await disconnect(shop, member)).status).toBe(200);

  await connect(shop, member);
  await youtube.fault("revoke", "unavailable", { times: 2 });
  expect((await disconnect(shop, member)).status).toBe(200);
  await vi.waitFor(async () => expect(await pending(shop)).toEqual([{ attempts: 1 }]));
  expect(await grants(youtube)).toHaveLength(1);
  await retry(shop);
  await vi.waitFor(async () => expect(await pending(shop)).toEqual([{ attempts: 2 }]));
  await retry(shop);
  await vi.waitFor(async () => expect(await pending(shop)).toEqual([]));
  expect(await grants(youtube)).toEqual([]);
});

test("an access is taken back once the right APP_SECRET is there, and given up at no start with a wrong one", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member);
  await youtube.fault("revoke", "unavailable", { times: null });
  await disconnect(shop, member);
  await vi.waitFor(async () => expect(await pending(shop)).toEqual([{ attempts: 1 }]));
  await shop.stop();
  await youtube.clearFaults();
  const restart = (env: Record<string, string> = {}) =>
    openTestShop({ database: shop.connectionString, env: { ...youtube.env, ...env } });

  const mistyped = await restart({ APP_SECRET: "a secret with a wrong letter, and long enough" });
  await retry(mistyped);
  await vi.waitFor(async () => expect(await pending(mistyped)).toEqual([{ attempts: 2 }]));
  expect(await grants(youtube)).toHaveLength(1);
  await mistyped.stop();
  const right = await restart();
  await retry(right);
  await vi.waitFor(async () => expect(await pending(right)).toEqual([]));
  expect(await grants(youtube)).toEqual([]);
});

test("a channel that is connected again before Google answered stays connected", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member);
  await youtube.fault("revoke", "unavailable", { times: null });
  await disconnect(shop, member);
  await vi.waitFor(async () => expect(await pending(shop)).toEqual([{ attempts: 1 }]));
  await connect(shop, member);
  await youtube.clearFaults();
  await retry(shop);
  expect(await pending(shop)).toEqual([]);
  expect((await shop.send({ url: "/api/youtube/videos", as: member })).status).toBe(200);
});

test("a channel connected rightly after an incomplete consent stays connected, though Google answered late", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const [member, other] = [await shop.signUp(), await shop.signUp()];
  await youtube.fault("revoke", "unavailable", { times: null });
  for (const person of [member, other])
    expect(end(await connect(shop, person, { without: "youtube.readonly" }))).toBe("incomplete");
  await vi.waitFor(async () => expect(await pending(shop)).toEqual([{ attempts: 1 }, { attempts: 1 }]));
  expect(end(await connect(shop, member))).toBe("connected");
  expect(await pending(shop), "another member's is still to be taken back").toEqual([{ attempts: 1 }]);
  await shop.send({
    method: "POST",
    url: "/api/account/delete",
    body: { password: other.password },
    as: other,
  });
  const { rows } = await shop.platform.db.execute(sql`select user_id from youtube_revocations`);
  expect(rows, "and says no more whose it was, once the account is erased").toEqual([{ user_id: null }]);
  await shop.platform.db.execute(sql`delete from youtube_revocations`);
  await youtube.clearFaults();
  await retry(shop);
  expect((await shop.send({ url: "/api/youtube/videos", as: member })).status).toBe(200);
});

test("of two channels of one account the one chosen last is connected, and the other one's access taken back", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member);
  await connect(shop, member, { channel: second.id });
  expect((await connectionOf(shop, member)).channel.title).toBe(second.title);
  await vi.waitFor(async () =>
    expect((await grants(youtube)).map(({ channel }: { channel: string }) => channel)).toEqual([second.id]),
  );
});

test("of two first connections at once one stands, and the other one's access is taken back", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  const ways: string[] = [];
  for (const channel of [main.id, second.id])
    ways.push(await consent(await startConnecting(shop, member), { channel }));
  const { db } = shop.platform;
  const { ends } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table youtube_connections in share mode`);
    const both = ways.map((url) => shop.send({ url, as: member }));
    await untilWaiting(db, 2);
    return { ends: both };
  });
  await Promise.all(ends);
  const standing = (await connectionOf(shop, member)).channel.title;
  const id = standing === main.title ? main.id : second.id;
  await vi.waitFor(async () =>
    expect((await grants(youtube)).map(({ channel }: { channel: string }) => channel)).toEqual([id]),
  );
});

test("a channel that two members connected is taken from both by the one who disconnects, and the other is told", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const [member, other] = [await shop.signUp(), await shop.signUp()];
  await connect(shop, member);
  await connect(shop, other);
  await disconnect(shop, member);
  await vi.waitFor(async () => expect(await grants(youtube)).toEqual([]));
  const { status, body } = await shop.send({ url: "/api/youtube/videos", as: other });
  expect([status, body.code]).toEqual([409, "YOUTUBE_NOT_CONNECTED"]);
  expect(body.message).toContain("connect YouTube again");
  expect(await connectionOf(shop, other)).toMatchObject({
    connected: false,
    ended: true,
    purposes: [],
    channel: { title: main.title },
  });
  expect(end(await connect(shop, other))).toBe("connected");
  expect(await connectionOf(shop, other)).not.toHaveProperty("ended");
});

test("a channel whose access was withdrawn is named for a week, to be connected again, and then forgotten", async () => {
  const { shop } = await openYoutubeShop();
  const [member, other] = [await shop.signUp(), await shop.signUp()];
  const { db } = shop.platform;
  for (const person of [member, other]) await connect(shop, person);
  const ended = (days: number) =>
    db.execute(sql`update youtube_connections set tokens = null, ended_at = now() - make_interval(days => ${days})
      where user_id = ${member.id}`);
  await ended(6);
  await deleteExpired(db);
  expect(await connectionOf(shop, member)).toMatchObject({ ended: true, channel: { title: main.title } });
  await ended(8);
  await deleteExpired(db);
  expect(await connectionOf(shop, member)).toEqual({ available: true, connected: false, purposes: [] });
  expect(await connectionOf(shop, other)).toMatchObject({ connected: true });
});

test("erasing an account revokes at Google and forgets, also while Google is away", async () => {
  const { shop, youtube } = await openYoutubeShop();
  const member = await shop.signUp();
  await connect(shop, member);
  const exported = await shop.send({ url: "/api/account/export", as: member });
  expect(exported.body.youtube).toMatchObject({
    channel: { channelId: main.id, channelTitle: main.title },
    thumbnailSets: [],
  });
  await startConnecting(shop, member);
  await youtube.fault("revoke", "hang");
  shop.platform.config.youtube.apiTimeoutMs = 300;
  const body = { password: member.password };
  const erased = await shop.send({ method: "POST", url: "/api/account/delete", body, as: member });
  expect(erased.status).toBe(200);
  const { rows } = await shop.platform.db.execute(
    sql`select user_id from youtube_connections union all select user_id from youtube_consents`,
  );
  expect(rows).toEqual([]);
  await vi.waitFor(async () => expect(await pending(shop)).toEqual([{ attempts: 1 }]));
  await retry(shop);
  await vi.waitFor(async () => expect(await grants(youtube)).toEqual([]));
  expect((await youtube.counts()).revoke).toBe(2);
});

test("a shop without a client at Google offers nothing of it", async () => {
  const shop = await openTestShop();
  const member = await shop.signUp();
  expect(await connectionOf(shop, member)).toEqual({ available: false, connected: false, purposes: [] });
  const body = { purpose: "list", returnTo: "/profile" };
  const calls = [
    { method: "POST", url: "/api/youtube/connect", body },
    { url: "/api/youtube/videos" },
    { url: "/api/youtube/connection/picture" },
  ];
  for (const call of calls) expect((await shop.send({ ...call, as: member })).status, call.url).toBe(404);
  expect((await disconnect(shop, member)).status).toBe(200);
});
