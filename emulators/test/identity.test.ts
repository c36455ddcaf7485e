import { createHash, createPublicKey, verify } from "node:crypto";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { type IdentityEmulatorOptions, identityEmulator } from "../identity/server.ts";

const client = {
  clientId: "shop",
  clientSecret: "a secret: of +signs",
  redirectUris: ["https://shop.example/back"],
};
const clients = { google: client, facebook: client, github: client, twitter: client };
const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");
const basic = (secret = client.clientSecret) =>
  `Basic ${Buffer.from(`shop:${encodeURIComponent(secret)}`).toString("base64")}`;

async function start(options: Partial<IdentityEmulatorOptions> = {}) {
  const app = fastify();
  await app.register(identityEmulator, { clients, ...options });
  onTestFinished(() => app.close());
  const get = (url: string, query: object = {}, headers = {}) =>
    app.inject({ url, query: query as Record<string, string>, headers });
  const post = (url: string, form: Record<string, string>, headers = {}) =>
    app.inject({
      method: "POST",
      url,
      payload: new URLSearchParams(form).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
        ...headers,
      },
    });
  /** A code as the browser brings it back. */
  async function codeFrom(url: string, query: object): Promise<string> {
    const { body } = await get(url, query);
    const ask = /name="ask" value="([^"]+)"/.exec(body)![1]!;
    const action = /action="([^"]+)"/.exec(body)![1]!;
    const person = { login: "ada", name: "Ada L", email: "ada@example.com", verified: "yes" };
    const answer = await post(action, { ...person, ask, decision: "allow" });
    return new URL(answer.headers.location!).searchParams.get("code")!;
  }
  return { get, post, codeFrom };
}

const asked = {
  client_id: "shop",
  redirect_uri: client.redirectUris[0]!,
  response_type: "code",
  state: "s",
  code_challenge: challenge,
  code_challenge_method: "S256",
};
const pages = {
  google: ["/accounts.google.com/o/oauth2/v2/auth", "openid email profile"],
  facebook: ["/www.facebook.com/v24.0/dialog/oauth", "email public_profile"],
  github: ["/github.com/login/oauth/authorize", "read:user user:email"],
  twitter: ["/x.com/i/oauth2/authorize", "users.read tweet.read users.email"],
} as const;
const names = ["google", "facebook", "github", "twitter"] as const;

test.each(names)(
  "%s never leads to an address that is not registered, nor for an unknown client",
  async (name) => {
    const { get } = await start();
    const [url, scope] = pages[name];
    expect((await get(url, { ...asked, scope })).statusCode).toBe(200);
    for (const wrong of [
      { redirect_uri: "https://shop.example/back/" },
      { redirect_uri: "https://evil.example/back" },
      { client_id: "another" },
    ]) {
      const { statusCode, headers } = await get(url, { ...asked, scope, ...wrong });
      // GitHub tells the registered address of it.
      if (headers.location) expect(headers.location).toMatch(/^https:\/\/shop\.example\/back\?error=/);
      else expect([wrong, statusCode >= 400]).toEqual([wrong, true]);
    }
    expect((await get(`${url}?client_id=shop&client_id=shop`)).statusCode).toBe(400);
  },
);

test.each(["google", "facebook", "twitter"] as const)(
  "%s refuses a scope that it does not know",
  async (name) => {
    const { get } = await start();
    const [url, scope] = pages[name];
    expect((await get(url, { ...asked, scope: `${scope} unknown` })).statusCode).toBe(400);
  },
);

test("X demands state and PKCE", async () => {
  const { get } = await start();
  const [url, scope] = pages.twitter;
  for (const missing of ["state", "code_challenge", "code_challenge_method"]) {
    const { [missing as "state"]: _, ...rest } = asked;
    expect([missing, (await get(url, { ...rest, scope })).statusCode]).toEqual([missing, 400]);
  }
});

const exchanges = {
  google: { url: "/oauth2.googleapis.com/token", asBasic: false, refused: [400, "invalid_grant"] },
  facebook: {
    url: "/graph.facebook.com/v24.0/oauth/access_token",
    asBasic: false,
    refused: [400, "OAuthException"],
  },
  github: {
    url: "/github.com/login/oauth/access_token",
    asBasic: false,
    refused: [200, "bad_verification_code"],
  },
  twitter: { url: "/api.x.com/2/oauth2/token", asBasic: true, refused: [400, "invalid_request"] },
} as const;

test.each(names)(
  "%s takes a code once, in time, with the right secret, address and verifier",
  async (name) => {
    let now = Date.now();
    const { post, codeFrom } = await start({ now: () => now });
    const [page, scope] = pages[name];
    const { url, asBasic, refused } = exchanges[name];
    async function exchange(changes: Record<string, string> = {}, wait = 0) {
      const code = await codeFrom(page, { ...asked, scope });
      now += wait;
      const { secret = client.clientSecret, ...fields } = changes;
      const form = {
        ...(name === "facebook" ? {} : { grant_type: "authorization_code" }),
        ...(asBasic ? {} : { client_id: "shop", client_secret: secret }),
        code,
        redirect_uri: asked.redirect_uri,
        code_verifier: verifier,
        ...fields,
      };
      const send = () => post(url, form, asBasic ? { authorization: basic(secret) } : {});
      return { first: await send(), send };
    }
    const { first, send } = await exchange();
    expect(first.json()).toMatchObject({ access_token: expect.any(String) });
    const again = await send();
    expect([again.statusCode, again.body]).toEqual([refused[0], expect.stringContaining(refused[1])]);
    const wrongs: Record<string, string>[] = [
      { secret: "wrong" },
      { redirect_uri: "https://shop.example/other" },
      { code_verifier: "w".repeat(43) },
      { code: "made-up" },
    ];
    for (const wrong of wrongs) {
      const { first: answer } = await exchange(wrong);
      expect([wrong, answer.json().access_token, answer.json().error]).toEqual([
        wrong,
        undefined,
        expect.anything(),
      ]);
    }
    expect((await exchange({}, 601_000)).first.json().access_token).toBeUndefined();
  },
);

test("X takes the secret as Basic alone, and GitHub answers a form unless JSON is asked for", async () => {
  const { post } = await start();
  const inForm = await post(exchanges.twitter.url, { client_id: "shop", client_secret: client.clientSecret });
  expect([inForm.statusCode, inForm.json().error]).toEqual([401, "unauthorized_client"]);
  const { body } = await post(exchanges.github.url, { client_id: "shop" }, { accept: "*/*" });
  expect(new URLSearchParams(body).get("error")).toBe("incorrect_client_credentials");
});

test("Google's id_token is signed by a key of its JWKS, for this client, and holds what the scopes allow", async () => {
  const { get, post, codeFrom } = await start();
  const code = await codeFrom(pages.google[0], { ...asked, scope: "openid email" });
  const answer = await post(exchanges.google.url, {
    grant_type: "authorization_code",
    client_id: "shop",
    client_secret: client.clientSecret,
    code,
    redirect_uri: asked.redirect_uri,
    code_verifier: verifier,
  });
  const [head, payload, signature] = (answer.json().id_token as string).split(".") as [
    string,
    string,
    string,
  ];
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const { keys } = (await get("/www.googleapis.com/oauth2/v3/certs")).json();
  const key = keys.find(({ kid }: { kid: string }) => kid === read(head).kid);
  const signed = Buffer.from(`${head}.${payload}`);
  const publicKey = createPublicKey({ key, format: "jwk" });
  expect(verify("sha256", signed, publicKey, Buffer.from(signature, "base64url"))).toBe(true);
  expect(read(payload)).toMatchObject({
    iss: "https://accounts.google.com",
    aud: "shop",
    email: "ada@example.com",
    email_verified: true,
  });
  expect(read(payload)).not.toHaveProperty("name");
});

test("profiles are for a valid token with its scope, asked as each service wants it", async () => {
  const { get, post, codeFrom } = await start();
  for (const url of ["/graph.facebook.com/me", "/api.github.com/user", "/api.x.com/2/users/me"]) {
    const { statusCode } = await get(url, {}, { authorization: "Bearer made-up", "user-agent": "test" });
    expect([url, statusCode]).toEqual([url, 401]);
  }
  const code = await codeFrom(pages.github[0], { ...asked, scope: "read:user" });
  const form = { client_id: "shop", client_secret: client.clientSecret, code, code_verifier: verifier };
  const token = (await post(exchanges.github.url, form)).json().access_token;
  const authorization = `Bearer ${token}`;
  expect(
    (await get("/api.github.com/user", {}, { authorization, "user-agent": "test" })).json(),
  ).toMatchObject({
    login: "ada",
    email: null,
  });
  expect((await get("/api.github.com/user", {}, { authorization, "user-agent": "" })).statusCode).toBe(403);
  const emails = await get("/api.github.com/user/emails", {}, { authorization, "user-agent": "test" });
  expect(emails.statusCode).toBe(404);
});
