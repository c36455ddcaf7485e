import { expect, test } from "vitest";
import type { Access, Call } from "#contract/call.ts";
import { openTestShop, type Person } from "./support/test-shop.ts";

const identities = ["nobody", "member", "seller", "moderator", "admin"] as const;
type Identity = (typeof identities)[number];

/** Who is let through to a call's input. Ownership of rows is each feature's own test. */
const allowed: Record<Access, readonly Identity[]> = {
  visitor: identities,
  provider: identities,
  member: ["member", "seller", "moderator", "admin"],
  buyer: ["member", "moderator", "admin"],
  support: ["moderator", "admin"],
  admin: ["admin"],
};

const otherSites: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];
const unknownId = "ffffffffffffffffffffffff";
const unsafe = (call: Call) => call.method !== "GET";
const nameOf = (call: Call) => `${call.method} ${call.path}`;

/** A request that gets past nothing but the access check: the ids are unknown, the body is empty. */
function requestOf(call: Call) {
  return {
    method: call.method,
    url: call.path.replace(/\{\w+\}/g, unknownId),
    ...(unsafe(call) && call.bodyKind === undefined ? { body: {} } : {}),
  };
}

test("every call lets in exactly the roles that its access level names", async () => {
  const shop = await openTestShop();
  const people: Record<Identity, Person | null> = {
    nobody: null,
    member: await shop.signUp(),
    seller: await shop.signUp({ role: "Seller" }),
    moderator: await shop.signUp({ role: "moderator" }),
    admin: await shop.signUp({ role: "Admin" }),
  };
  expect(shop.calls.length).toBeGreaterThan(60);
  const wrong: string[] = [];
  for (const call of shop.calls) {
    for (const identity of identities) {
      const isAllowed = allowed[call.access].includes(identity);
      // An open event stream has no end to wait for; that it opens is the features' own test.
      if (isAllowed && call.answerKind === "events") continue;
      // These end the session that they are called with.
      if (isAllowed && /sign-out|revoke|account\/delete/.test(call.path)) continue;
      const answer = await shop.send({ ...requestOf(call), as: people[identity] });
      const refused =
        answer.body?.code === "UNAUTHENTICATED" ||
        answer.body?.code === "FORBIDDEN" ||
        answer.body?.code === "SELLER_CANNOT_BUY";
      const status = identity === "nobody" ? 401 : 403;
      if (isAllowed ? refused : !refused || answer.status !== status) {
        wrong.push(`${nameOf(call)} as ${identity}: ${answer.status} ${answer.body?.code}`);
      }
      if (answer.status >= 500 && answer.status !== 503)
        wrong.push(`${nameOf(call)} as ${identity}: ${answer.status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("every unsafe call of a browser refuses other sites, a null origin, forms and text", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const wrong: string[] = [];
  for (const call of shop.calls.filter((each) => unsafe(each) && each.access !== "provider")) {
    const request = requestOf(call);
    for (const headers of otherSites) {
      const answer = await shop.send({ ...request, as: admin, headers });
      if (answer.status !== 403 || answer.body.code !== "CROSS_SITE")
        wrong.push(`${nameOf(call)} ${JSON.stringify(headers)}: ${answer.status}`);
    }
    if (call.bodyKind !== undefined) continue;
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const answer = await shop.send({
        ...request,
        body: "a=b",
        as: admin,
        headers: { "content-type": type },
      });
      if (answer.status !== 415) wrong.push(`${nameOf(call)} with ${type}: ${answer.status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("every call answers the one error shape, and 405 with Allow for a method that its path lacks", async () => {
  const shop = await openTestShop();
  const paths = new Map<string, Set<string>>();
  for (const call of shop.calls) paths.set(call.path, (paths.get(call.path) ?? new Set()).add(call.method));
  const wrong: string[] = [];
  for (const [path, methods] of paths) {
    const missing = ["GET", "POST", "PUT", "PATCH", "DELETE"].find((method) => !methods.has(method))!;
    const answer = await shop.send({ method: missing, url: path.replace(/\{\w+\}/g, unknownId) });
    const shape =
      answer.body &&
      answer.body.success === false &&
      answer.body.error === answer.body.message &&
      answer.body.requestId;
    if (answer.status !== 405 || !shape || !String(answer.headers.allow).includes([...methods][0]!)) {
      wrong.push(`${missing} ${path}: ${answer.status} ${answer.text.slice(0, 80)}`);
    }
  }
  expect(wrong).toEqual([]);
});
