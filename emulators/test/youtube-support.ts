import type { Readable } from "node:stream";
import { youtube } from "@googleapis/youtube";
import fastify from "fastify";
import { CodeChallengeMethod, OAuth2Client } from "google-auth-library";
import { onTestFinished } from "vitest";
import { demoChannels } from "../youtube/channels.ts";
import { drawFieldOf } from "../youtube/pictures.ts";
import { type YoutubeEmulatorOptions, youtubeEmulator } from "../youtube/server.ts";

export const client = {
  clientId: "shop",
  clientSecret: "a secret",
  redirectUris: ["https://shop.example/api/youtube/callback"],
};
export const readonly = "https://www.googleapis.com/auth/youtube.readonly";
export const upload = "https://www.googleapis.com/auth/youtube.upload";
export const { main, second, other } = demoChannels();

/** An emulator on a free port, with Google's own clients turned to it; closed when the test ends. */
export async function startYoutube(options: YoutubeEmulatorOptions = {}) {
  const app = fastify({ forceCloseConnections: true });
  await app.register(youtubeEmulator, { control: true, client, draw: drawFieldOf, ...options });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());

  /** Retries are the library's, for any failure, and would hide what was answered first. */
  const oauth = (credentials: object = {}) => {
    const made = new OAuth2Client({
      clientId: client.clientId,
      clientSecret: client.clientSecret,
      redirectUri: client.redirectUris[0]!,
      endpoints: {
        oauth2AuthBaseUrl: `${url}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${url}/token`,
        oauth2RevokeUrl: `${url}/revoke`,
      },
      transporterOptions: { retryConfig: { retry: 0 } },
    });
    made.setCredentials(credentials);
    return made;
  };

  /** The person's way over the page of consent: what Google's redirect brings back. */
  async function consent(
    address: string,
    {
      channel = main.id,
      deny,
      without,
    }: { channel?: string; deny?: boolean; without?: string | undefined } = {},
  ) {
    const page = await (await fetch(address)).text();
    const ask = /name="ask" value="([^"]+)"/.exec(page)![1]!;
    const scopes = [...page.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => scope!);
    const form = new URLSearchParams({
      login: "demo",
      name: "Demo",
      ask,
      choice: channel,
      decision: deny ? "deny" : "allow",
    });
    for (const scope of scopes) if (scope !== without) form.append("scope", scope);
    const answer = await fetch(`${url}/youtube/consent`, { method: "POST", body: form, redirect: "manual" });
    return new URL(answer.headers.get("location")!).searchParams;
  }

  /** Tokens for the scopes, by the whole way. */
  async function connect(scope: string[], options: Parameters<typeof consent>[1] & { again?: object } = {}) {
    const made = oauth();
    const { codeVerifier, codeChallenge } = await made.generateCodeVerifierAsync();
    const address = made.generateAuthUrl({
      scope,
      state: "s",
      access_type: "offline",
      prompt: "consent",
      include_granted_scopes: true,
      code_challenge: codeChallenge!,
      code_challenge_method: CodeChallengeMethod.S256,
      ...options.again,
    });
    const back = await consent(address, options);
    const code = back.get("code")!;
    const { tokens } = await made.getToken({ code, codeVerifier });
    return { tokens, code, codeVerifier, back, oauth: made };
  }

  /** The Data API with a token. The library takes another address for an upload from the call itself alone. */
  const api = (accessToken: string) => {
    const options = { rootUrl: url, retry: false };
    const made = youtube({ version: "v3", auth: oauth({ access_token: accessToken }), ...options });
    const set = (videoId: string, body: Buffer | Readable, mimeType = "image/jpeg", more: object = {}) =>
      made.thumbnails.set({ videoId, media: { mimeType, body }, ...more }, options);
    const { channels, playlistItems, videos } = made;
    return { channels, playlistItems, videos, set };
  };

  const control = async (method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
    const answer = await app.inject({ method, url: `/control/${path}`, ...(body ? { payload: body } : {}) });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.body ? answer.json() : null;
  };
  const fault = (on: string, kind: string, more: object = {}) =>
    control("POST", "faults", { on, fault: kind, ...more });
  return { app, url, oauth, consent, connect, api, control, fault };
}

/** What a call was refused with. */
export async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown) => thrown,
  );
  const { data, status } = error?.response ?? {};
  return { status, reason: data?.error?.errors?.[0]?.reason ?? data?.error, error };
}
