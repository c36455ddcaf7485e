import { eq } from "drizzle-orm";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { sessions } from "#server/db/tables/sessions.ts";
import { readClientAddress } from "#server/platform/http/client-address.ts";
import type { Log } from "#server/platform/log.ts";
import { openTestShop } from "../helpers/test-shop.ts";

/** A server that answers the address it knows, and what it warned of. */
async function openEcho(trustProxy: false | string[]) {
  const warnings: [object, string][] = [];
  const app = Fastify({ trustProxy });
  onTestFinished(() => app.close());
  readClientAddress(app, { warn: (...line: [object, string]) => warnings.push(line) } as unknown as Log);
  app.get("/", async (request) => request.address);
  const ask = async (forwarded?: string, peer = "127.0.0.1") => {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    return (await app.inject({ url: "/", headers, remoteAddress: peer })).body;
  };
  return { ask, warnings };
}

test.each<[string, string, string?]>([
  ["9.9.9.9", "9.9.9.9"],
  ["9.9.9.9:20001", "9.9.9.9"],
  ["2001:db8::7", "2001:db8::7"],
  ["[2001:db8::7]:443", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["::ffff:9.9.9.9", "9.9.9.9"],
  ["9.9.9.9:1, 10.0.0.2:4444", "9.9.9.9"],
  ["6.6.6.6, 9.9.9.9:1", "9.9.9.9"],
  ["9.9.9.9, unknown", "127.0.0.1"],
  ["unknown", "127.0.0.1"],
  ["unknown, 9.9.9.9", "9.9.9.9"],
  ["1.2.3, 999.1.1.1:80, _hidden, ' or 1=1", "127.0.0.1"],
  ["9.9.9.9:50:60", "127.0.0.1"],
  ["", "127.0.0.1"],
  [" , ", "127.0.0.1"],
  ["6.6.6.6", "203.0.113.5", "203.0.113.5"],
  ["6.6.6.6", "203.0.113.5", "::ffff:203.0.113.5"],
])("X-Forwarded-For %j is read as %s", async (forwarded, address, peer) => {
  const { ask } = await openEcho(["loopback", "10.0.0.0/8"]);
  expect(await ask(forwarded, peer)).toBe(address);
});

test("a forwarded address from a peer that is not trusted is not believed, and told of once", async () => {
  const { ask, warnings } = await openEcho(false);
  expect(await ask()).toBe("127.0.0.1");
  await ask("192.0.2.77");
  expect(warnings, "the doctor's own request, which met no proxy, takes the one warning from nobody").toEqual(
    [],
  );
  expect(await ask("9.9.9.9", "172.18.0.4")).toBe("172.18.0.4");
  await ask("9.9.9.10", "172.18.0.4");
  expect(warnings).toEqual([[{ peer: "172.18.0.4" }, expect.stringContaining("TRUST_PROXY")]]);
  const trusting = await openEcho(["loopback"]);
  expect(await trusting.ask("9.9.9.9")).toBe("9.9.9.9");
  await trusting.ask("unknown");
  expect(trusting.warnings).toEqual([]);
  await trusting.ask("9.9.9.9", "10.0.0.1");
  expect(trusting.warnings).toHaveLength(1);
});

test("wrong passwords are counted by address, with whatever port a proxy appends, and sessions keep the address", async () => {
  const shop = await openTestShop({ env: { TRUST_PROXY: "loopback", RATE_LIMIT_FACTOR: "0.1" } });
  const person = await shop.signUp();
  const signIn = (port: number, email: string, password: string) =>
    shop.send({
      method: "POST",
      url: "/api/auth/sign-in/email",
      headers: { "x-forwarded-for": `9.9.9.9:${port}` },
      body: { email, password },
    });
  expect((await signIn(1, person.email, person.password)).status).toBe(200);
  const kept = await shop.platform.db.select().from(sessions).where(eq(sessions.userId, person.id));
  expect(kept.map(({ ipAddress }) => ipAddress)).toContain("9.9.9.9");
  const statuses: number[] = [];
  for (let port = 2; port < 9; port += 1)
    statuses.push((await signIn(port, `nobody${port}@example.com`, "wrong password")).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
});
