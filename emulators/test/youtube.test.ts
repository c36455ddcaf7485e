import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { CodeChallengeMethod } from "google-auth-library";
import sharp from "sharp";
import { expect, test } from "vitest";
import { client, main, other, readonly, refusal, second, startYoutube, upload } from "./youtube-support.ts";

const picture = (background = "#c02040", width = 1280, height = 720) =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = (background?: string) => picture(background).jpeg().toBuffer();
const parts = { part: ["snippet", "contentDetails", "status"] };

test("a code is exchanged once, by its verifier, and the refresh token goes on until it is revoked", async () => {
  const { connect, oauth, control } = await startYoutube();
  const { tokens, code, codeVerifier, back } = await connect([readonly]);
  expect(tokens).toMatchObject({ scope: readonly, token_type: "Bearer" });
  expect(tokens.refresh_token).toMatch(/^1\/\//);
  expect(back.get("scope")).toBe(readonly);
  expect(await refusal(oauth().getToken({ code, codeVerifier }))).toMatchObject({
    status: 400,
    reason: "invalid_grant",
  });

  const refreshed = await oauth({ refresh_token: tokens.refresh_token }).refreshAccessToken();
  expect(refreshed.credentials.access_token).toMatch(/^ya29\./);
  expect(refreshed.credentials.access_token).not.toBe(tokens.access_token);
  await oauth().revokeToken(tokens.refresh_token!);
  expect(await refusal(oauth().revokeToken(tokens.refresh_token!))).toMatchObject({
    status: 400,
    reason: "invalid_token",
  });
  expect(await refusal(oauth({ refresh_token: tokens.refresh_token }).refreshAccessToken())).toMatchObject({
    status: 400,
    reason: "invalid_grant",
  });
  expect(await control("GET", "grants")).toEqual({ grants: [] });
});

test("a wrong verifier, client secret or redirect address gets no token", async () => {
  const { consent, oauth } = await startYoutube();
  const verifier = "v".repeat(43);
  const exchange = async (changes: { codeVerifier?: string; redirect_uri?: string; secret?: string }) => {
    const asker = oauth();
    const code_challenge = createHash("sha256").update(verifier).digest("base64url");
    const address = asker.generateAuthUrl({
      scope: [readonly],
      code_challenge,
      code_challenge_method: CodeChallengeMethod.S256,
    });
    const code = (await consent(address)).get("code")!;
    const { secret = client.clientSecret, ...rest } = changes;
    asker._clientSecret = secret;
    return refusal(asker.getToken({ code, codeVerifier: verifier, ...rest }));
  };
  expect((await exchange({})).error).toBeNull();
  expect(await exchange({ codeVerifier: "w".repeat(43) })).toMatchObject({ reason: "invalid_grant" });
  expect(await exchange({ secret: "wrong" })).toMatchObject({ status: 401, reason: "invalid_client" });
  expect(await exchange({ redirect_uri: "https://evil.example" })).toMatchObject({
    reason: "redirect_uri_mismatch",
  });
});

test("a second consent keeps what was granted, and only one that asks anew brings a refresh token", async () => {
  const { connect } = await startYoutube();
  await connect([readonly]);
  const both = await connect([upload]);
  expect(both.tokens.scope!.split(" ").sort()).toEqual([readonly, upload].sort());
  const silent = await connect([readonly], { again: { prompt: "select_account" } });
  expect(silent.tokens.refresh_token).toBeUndefined();
});

test("a person may refuse, or leave out a scope", async () => {
  const { connect, consent, oauth } = await startYoutube();
  const address = oauth().generateAuthUrl({ scope: [readonly], state: "s" });
  const refused = await consent(address, { deny: true });
  expect([refused.get("error"), refused.get("code"), refused.get("state")]).toEqual([
    "access_denied",
    null,
    "s",
  ]);
  const { tokens } = await connect([readonly, upload], { without: upload });
  expect(tokens.scope).toBe(readonly);
});

test("a channel, its uploads in pages and its videos come as Google's types have them", async () => {
  const { connect, api } = await startYoutube();
  const { tokens } = await connect([readonly]);
  const own = api(tokens.access_token!);
  const { data: channels } = await own.channels.list({ mine: true, part: ["snippet", "contentDetails"] });
  const [channel] = channels.items!;
  expect(channel).toMatchObject({ id: main.id, snippet: { title: main.title } });
  const playlistId = channel!.contentDetails!.relatedPlaylists!.uploads!;
  const seen: string[] = [];
  let pageToken: string | undefined;
  do {
    const { data } = await own.playlistItems.list({
      playlistId,
      maxResults: 10,
      part: ["contentDetails"],
      ...(pageToken ? { pageToken } : {}),
    });
    expect(data.pageInfo).toEqual({ totalResults: 24, resultsPerPage: 10 });
    expect(Boolean(data.prevPageToken)).toBe(seen.length > 0);
    seen.push(...data.items!.map((item) => item.contentDetails!.videoId!));
    pageToken = data.nextPageToken ?? undefined;
  } while (pageToken);
  expect(seen).toEqual(main.videos.map(({ id }) => id));
  const { data } = await own.videos.list({ id: seen, ...parts });
  expect(data.items).toHaveLength(24);
  const live = data.items!.find(({ snippet }) => snippet!.title === "Live from the Ferry")!;
  expect(live.contentDetails).toMatchObject({ duration: "PT1H12M5S", hasCustomThumbnail: false });
  expect(live.snippet!.thumbnails).not.toHaveProperty("maxres");
  expect(new Set(data.items!.map(({ status }) => status!.privacyStatus))).toEqual(
    new Set(["public", "unlisted", "private"]),
  );
});

test("a stranger sees no private videos, and the channel of another is not theirs", async () => {
  const { connect, api } = await startYoutube();
  const { tokens } = await connect([readonly, upload], { channel: second.id });
  const stranger = api(tokens.access_token!);
  const isPrivate = main.videos.find(({ privacy }) => privacy === "private")!;
  const { data } = await stranger.videos.list({ id: [isPrivate.id, main.videos[1]!.id], ...parts });
  expect(data.items).toHaveLength(1);
  expect(data.items![0]!.contentDetails).not.toHaveProperty("hasCustomThumbnail");
  const answer = await refusal(stranger.set(main.videos[1]!.id, await jpeg()));
  expect(answer).toMatchObject({ status: 403, reason: "forbidden" });
});

test("calls are refused as Google refuses them", async () => {
  const { connect, api, control } = await startYoutube();
  const { tokens } = await connect([readonly]);
  const own = api(tokens.access_token!);
  const id = main.videos[1]!.id;
  const bytes = await jpeg();
  expect(await refusal(api("made-up").channels.list({ mine: true, part: ["id"] }))).toMatchObject({
    status: 401,
    reason: "authError",
  });
  expect(await refusal(own.set(id, bytes))).toMatchObject({
    status: 403,
    reason: "insufficientPermissions",
  });
  expect(await refusal(own.channels.list({ mine: true, part: ["colour"] }))).toMatchObject({
    status: 400,
    reason: "unknownPart",
  });
  const playlistId = `UU${main.id.slice(2)}`;
  expect(await refusal(own.playlistItems.list({ playlistId, part: ["id"], pageToken: "x" }))).toMatchObject({
    status: 400,
    reason: "invalidPageToken",
  });
  expect(await refusal(own.playlistItems.list({ playlistId: "UUgone", part: ["id"] }))).toMatchObject({
    status: 404,
    reason: "playlistNotFound",
  });

  const writing = api((await connect([upload])).tokens.access_token!);
  const refused = (videoId: string, body: Buffer, type?: string) => refusal(writing.set(videoId, body, type));
  expect(await refused("aaaaaaaaaaa", bytes)).toMatchObject({ status: 404, reason: "videoNotFound" });
  expect(await refused(other.videos[0]!.id, bytes)).toMatchObject({ status: 403, reason: "forbidden" });
  expect(await refused(id, Buffer.from("no picture"))).toMatchObject({ status: 400, reason: "invalidImage" });
  expect(await refused(id, await picture().webp().toBuffer(), "image/webp")).toMatchObject({
    status: 400,
    reason: "invalidImage",
  });
  expect(await refused(id, Buffer.alloc(2_097_153))).toMatchObject({ status: 413, reason: "uploadTooLarge" });
  const unverified = api((await connect([upload], { channel: second.id })).tokens.access_token!);
  expect(await refusal(unverified.set(second.videos[0]!.id, bytes))).toMatchObject({
    status: 403,
    reason: "forbidden",
  });
  const nobody = api((await connect([readonly, upload], { channel: "none" })).tokens.access_token!);
  expect((await nobody.channels.list({ mine: true, part: ["id"] })).data).not.toHaveProperty("items");
  expect(await refusal(nobody.set(id, bytes))).toMatchObject({
    status: 401,
    reason: "youtubeSignupRequired",
  });
  expect((await control("GET", "sets")).sets).toEqual([]);
});

test("a thumbnail is set by a media and by a multipart upload, and shown at once in every size", async () => {
  const { connect, api, url, control } = await startYoutube();
  const { tokens } = await connect([readonly, upload]);
  const own = api(tokens.access_token!);
  const video = main.videos.find(({ hasMaxres }) => !hasMaxres)!;
  const missing = await fetch(`${url}/vi/${video.id}/maxresdefault.jpg`);
  expect([missing.status, missing.headers.get("content-type")]).toEqual([404, "image/jpeg"]);
  const isPrivate = main.videos.find(({ privacy }) => privacy === "private")!;
  for (const name of ["maxresdefault", "hqdefault", "default"])
    expect((await fetch(`${url}/vi/${isPrivate.id}/${name}.jpg`)).status).toBe(404);
  const { data } = await own.set(video.id, await picture("#00ff00").png().toBuffer(), "image/png");
  expect(data).toMatchObject({ kind: "youtube#thumbnailSetResponse", items: [{ maxres: { width: 1280 } }] });
  for (const [name, width, height] of [
    ["default", 120, 90],
    ["mqdefault", 320, 180],
    ["hqdefault", 480, 360],
    ["sddefault", 640, 480],
    ["maxresdefault", 1280, 720],
  ] as const) {
    const bytes = Buffer.from(await (await fetch(`${url}/vi/${video.id}/${name}.jpg`)).arrayBuffer());
    const { info, data: pixels } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([name, info.width, info.height]).toEqual([name, width, height]);
    expect(pixels[(Math.floor(height / 2) * width + 8) * 3 + 1]).toBeGreaterThan(240);
  }
  await own.set(video.id, Readable.from([await jpeg()]), "image/jpeg", { requestBody: {} });
  expect((await control("GET", "sets")).sets).toHaveLength(2);
  const listed = await own.videos.list({ id: [video.id], part: ["contentDetails"] });
  expect(listed.data.items![0]!.contentDetails!.hasCustomThumbnail).toBe(true);
});

test("the day's units are counted for all calls of the client, and come back at midnight in Los Angeles", async () => {
  let now = Date.parse("2026-07-01T06:30:00Z");
  const { connect, api } = await startYoutube({ quotaLimit: 51, now: () => now });
  const { tokens } = await connect([readonly, upload]);
  const own = api(tokens.access_token!);
  const list = () => own.channels.list({ mine: true, part: ["id"] });
  await own.set(main.videos[1]!.id, await jpeg());
  await list();
  expect(await refusal(list())).toMatchObject({ status: 403, reason: "quotaExceeded" });
  now = Date.parse("2026-07-01T07:00:01Z");
  await list();
});

test("oEmbed tells of what may be embedded", async () => {
  const { url } = await startYoutube();
  const ask = (address: string) => fetch(`${url}/oembed?format=json&url=${encodeURIComponent(address)}`);
  const of = (id: string) => ask(`https://www.youtube.com/watch?v=${id}`);
  const [first] = other.videos;
  expect(await (await of(first!.id)).json()).toMatchObject({
    title: first!.title,
    author_name: other.title,
    thumbnail_url: `https://i.ytimg.com/vi/${first!.id}/hqdefault.jpg`,
    version: "1.0",
  });
  expect((await of(main.videos.find(({ privacy }) => privacy === "private")!.id)).status).toBe(403);
  expect((await of(main.videos.find(({ embeddable }) => !embeddable)!.id)).status).toBe(401);
  expect((await of("aaaaaaaaaaa")).status).toBe(404);
  expect((await ask("https://evil.example/watch?v=aaaaaaaaaaa")).status).toBe(400);
});

test("a call can fail before or after its effect, as the network and Google fail", async () => {
  const { connect, api, fault, control, url, oauth } = await startYoutube();
  const { tokens } = await connect([readonly, upload]);
  const own = api(tokens.access_token!);
  const id = main.videos[1]!.id;
  const bytes = await jpeg();
  const setNow = () => own.set(id, bytes);
  const sets = async () => (await control("GET", "sets")).sets.length;
  for (const [kind, status, reason] of [
    ["unavailable", 503, "backendError"],
    ["internal", 500, "backendError"],
    ["unauthorized", 401, "authError"],
    ["quota", 403, "quotaExceeded"],
    ["forbidden", 403, "forbidden"],
    ["rate-limited", 429, "uploadRateLimitExceeded"],
    ["invalid-image", 400, "invalidImage"],
    ["not-found", 404, "videoNotFound"],
  ] as const) {
    await fault("thumbnails.set", kind);
    expect([kind, await refusal(setNow())]).toMatchObject([kind, { status, reason }]);
  }
  await fault("thumbnails.set", "reset");
  expect((await refusal(setNow())).error).toBeTruthy();
  expect(await sets()).toBe(0);
  await fault("thumbnails.set", "reset", { afterEffect: true });
  expect((await refusal(setNow())).error).toBeTruthy();
  expect(await sets()).toBe(1);
  await fault("thumbnails.set", "truncated-json");
  await setNow();
  expect(await sets()).toBe(2);

  await fault("token", "invalid-grant");
  expect(await refusal(oauth({ refresh_token: tokens.refresh_token }).refreshAccessToken())).toMatchObject({
    status: 400,
    reason: "invalid_grant",
  });
  await control("POST", "withdraw");
  expect(await refusal(setNow())).toMatchObject({ status: 401 });

  const large = () => fetch(`${url}/vi/${id}/maxresdefault.jpg`);
  await fault("picture", "too-large");
  expect((await (await large()).arrayBuffer()).byteLength).toBeGreaterThan(5 * 1024 * 1024);
  await fault("picture", "garbage");
  expect(await (await large()).text()).toContain("no picture");
  await fault("picture", "missing-maxres");
  expect((await large()).status).toBe(404);
  expect((await large()).status).toBe(200);
  const told = (await control("GET", "requests")).requests;
  expect(JSON.stringify(told)).not.toContain(tokens.access_token);
});

test("what was granted and set outlives a restart where it is stored", async () => {
  let kept: string | undefined;
  const store = {
    load: async () => kept,
    save: async (json: string) => {
      kept = json;
    },
  };
  const before = await startYoutube({ store });
  const { tokens } = await before.connect([readonly, upload]);
  await before.api(tokens.access_token!).set(main.videos[1]!.id, await jpeg("#0000ff"));
  const after = await startYoutube({ store });
  const { credentials } = await after.oauth({ refresh_token: tokens.refresh_token }).refreshAccessToken();
  const { data } = await after
    .api(credentials.access_token!)
    .videos.list({ id: [main.videos[1]!.id], part: ["contentDetails"] });
  expect(data.items![0]!.contentDetails!.hasCustomThumbnail).toBe(true);
});

test("without a client only what is public answers", async () => {
  const { app } = await startYoutube({ client: undefined });
  expect((await app.inject({ url: `/o/oauth2/v2/auth?client_id=${client.clientId}` })).statusCode).toBe(404);
  expect((await app.inject({ url: `/vi/${main.videos[1]!.id}/mqdefault.jpg` })).statusCode).toBe(200);
});
