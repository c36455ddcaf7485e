import fastify from "fastify";
import { expect, onTestFinished } from "vitest";
import { type FederatedName, federatedNames } from "#contract/accounts.ts";
import { type Faults, type IdentityEmulatorOptions, identityEmulator } from "#emulators/identity/server.ts";
import type { Config } from "#server/config.ts";
import { watchSecondConnections } from "../helpers/second-connections.ts";
import { type Answer, cookieOf, openTestShop, type TestShop } from "../helpers/test-shop.ts";

export interface Identity {
  /** What the shop's environment needs to know of it. */
  env: Record<string, string>;
  faults: Faults;
  /** The tokens that it gave away, of each kind. */
  issued: Record<string, string>[];
  /** Lets the provider's clock run on. */
  pass(seconds: number): void;
}

/** Google, Facebook, GitHub and X on a port of their own, with a client of the shop at each, ended with the test. */
export async function startIdentity(appUrl: string, secret = "a client secret"): Promise<Identity> {
  const faults: Faults = {};
  let ahead = 0;
  const clients: IdentityEmulatorOptions["clients"] = {};
  const env: Record<string, string> = {};
  for (const name of federatedNames) {
    const clientId = `${name}-client`;
    clients[name] = { clientId, clientSecret: secret, redirectUris: [`${appUrl}/api/auth/callback/${name}`] };
    env[`${name.toUpperCase()}_CLIENT_ID`] = clientId;
    env[`${name.toUpperCase()}_CLIENT_SECRET`] = secret;
  }
  const app = fastify({ forceCloseConnections: true });
  const issued: Identity["issued"] = [];
  app.addHook("onSend", async (_request, _reply, payload) => {
    if (String(payload).includes('"access_token":')) issued.push(JSON.parse(String(payload)));
  });
  await app.register(identityEmulator, { clients, faults, now: () => Date.now() + ahead * 1000 });
  env.IDENTITY_API_URL = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const pass = (seconds: number) => {
    ahead += seconds;
  };
  return { env, faults, issued, pass };
}

export async function openFederatedShop(
  config: Partial<Config> = {},
): Promise<{ shop: TestShop; identity: Identity }> {
  const identity = await startIdentity("http://localhost:3000");
  const shop = await openTestShop({ env: identity.env, config });
  const secondConnections = watchSecondConnections(shop.platform);
  onTestFinished(() => expect(secondConnections).toEqual([]));
  return { shop, identity };
}

export interface Consent {
  login?: string;
  name?: string;
  email?: string;
  verified?: boolean;
  deny?: boolean;
}

/** Answers the provider's page of consent. The address that it leads back to. */
export async function consentAt(url: string, { deny, verified = true, ...person }: Consent): Promise<string> {
  const page = await fetch(url);
  const html = await page.text();
  const [, action] = /action="([^"]+)"/.exec(html) ?? [];
  const [, ask] = /name="ask" value="([^"]+)"/.exec(html) ?? [];
  if (!action || !ask) throw new Error(`No page of consent, but ${page.status}: ${html}`);
  const form = new URLSearchParams({
    login: "ada",
    name: "Ada Lovelace",
    email: "ada@example.com",
    ...person,
    ask,
    ...(verified ? { verified: "yes" } : {}),
    decision: deny ? "deny" : "allow",
  });
  const answer = await fetch(new URL(action, url), { method: "POST", body: form, redirect: "manual" });
  return answer.headers.get("location")!;
}

/** The popup as far as the provider's page: its address and the cookie that binds what follows to this browser. */
export async function startAt(
  shop: TestShop,
  provider: FederatedName,
): Promise<{ url: string; cookie: string }> {
  const answer = await shop.send({ method: "POST", url: "/api/auth/sign-in/social", body: { provider } });
  if (answer.status !== 200) throw new Error(`sign-in/social answered ${answer.status}: ${answer.text}`);
  return { url: answer.body.url, cookie: cookieOf(answer) };
}

/** The browser follows the provider's redirect back to the shop. */
export function comeBack(shop: TestShop, address: string, cookie: string): Promise<Answer> {
  const { pathname, search } = new URL(address);
  return shop.send({ url: `${pathname}${search}`, headers: { cookie } });
}

/** The whole way of the popup; answers its end. */
export async function signInBy(
  shop: TestShop,
  provider: FederatedName,
  consent: Consent = {},
  /** What the browser had before. */
  had = "",
): Promise<{ end: string; cookie: string }> {
  const { url, cookie } = await startAt(shop, provider);
  const answer = await comeBack(
    shop,
    await consentAt(url, consent),
    [cookie, had].filter(Boolean).join("; "),
  );
  return { end: String(answer.headers.location), cookie: cookieOf(answer) };
}
