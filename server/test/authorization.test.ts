import { expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import { scopes } from "#contract/scopes.ts";
import { bearer, newKey } from "./api-keys/keys.ts";
import { type Answer, openTestShop } from "./helpers/test-shop.ts";
import { nameOf, plainParams, type Row, rowOf, scopeTable, table } from "./security/access-table.ts";
import {
  type Identity,
  identities,
  openSeededShop,
  ownersName,
  type SeededShop,
} from "./security/seeded-shop.ts";

const otherSites: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];
const unknownId = "ffffffffffffffffffffffff";
const signedIn = ["owner", "other", "seller", "moderator", "admin"];
const unsafe = (call: Call) => call.method !== "GET";

/** A request that gets past nothing but the access check: the ids are unknown, the body is empty. */
function requestOf(call: Call, id = unknownId) {
  return {
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === "id" ? id : (plainParams[name] ?? id),
    ),
    ...(unsafe(call) && call.bodyKind === undefined ? { body: {} } : {}),
  };
}

/** An answer without what differs from request to request. */
function essence(answer: Answer): unknown {
  const { requestId, ...rest } = answer.body ?? {};
  return { status: answer.status, body: rest };
}

test("every call of the server has its row in the table of access, and every row its call", async () => {
  const shop = await openTestShop();
  const mounted = shop.calls.map(nameOf).sort();
  expect(mounted).toEqual(Object.keys(table).sort());
  expect(new Set(mounted).size).toBe(mounted.length);
});

test("every call lets in exactly those whom the table names; a former session is nobody's", async () => {
  const { shop, people } = await openSeededShop();
  const wrong: string[] = [];
  for (const call of shop.calls) {
    const row = rowOf(call);
    for (const identity of identities) {
      const isAllowed = row.may.includes(identity);
      // An open event stream has no end to wait for; the tests of owned things read its beginning.
      if (isAllowed && call.answerKind === "events") continue;
      // These end the session that they are called with.
      if (isAllowed && /sign-out|revoke|account\/delete/.test(call.path)) continue;
      const answer = await shop.send({ ...requestOf(call), as: people[identity] });
      const refused = ["UNAUTHENTICATED", "FORBIDDEN", "SELLER_CANNOT_BUY"].includes(answer.body?.code);
      const status = signedIn.includes(identity) ? 403 : 401;
      if (isAllowed ? refused : !refused || answer.status !== status) {
        wrong.push(`${nameOf(call)} as ${identity}: ${answer.status} ${answer.body?.code}`);
      }
      if (answer.status >= 500 && answer.status !== 503)
        wrong.push(`${nameOf(call)} as ${identity}: ${answer.status}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** The beginning of an event stream, over a socket since it does not end; its status alone. */
async function statusOfStream(seeded: SeededShop, url: string, identity: Identity): Promise<Answer> {
  const { appUrl } = seeded.shop.platform.config;
  const cookie = seeded.people[identity]?.cookie;
  const response = await fetch(`${appUrl}${url}`, { headers: cookie ? { cookie } : {} });
  const isJson = response.headers.get("content-type")?.includes("json");
  const body = isJson ? await response.json() : null;
  await response.body?.cancel().catch(() => undefined);
  return { status: response.status, body, text: "", headers: {} };
}

test("a key opens exactly the calls that the table names a scope for, and only with that scope", async () => {
  const { shop, people } = await openSeededShop();
  const wrong: string[] = [];
  const keys = Object.fromEntries(
    await Promise.all(
      scopes.map(async (scope, n) => {
        const owner = n < 5 ? people.owner : people.admin;
        const others = scopes.filter((each) => each !== scope);
        const [having, lacking] = [await newKey(shop, owner, [scope]), await newKey(shop, owner, others)];
        return [scope, { having, lacking }];
      }),
    ),
  );
  const [all, staffs] = [await newKey(shop, people.other), await newKey(shop, people.moderator!)];
  const codeOf = async (call: Call, key: string) => {
    const answer = await shop.send({ ...requestOf(call), headers: bearer(key) });
    return answer.status >= 500 && answer.status !== 503 ? answer.status : answer.body?.code;
  };
  expect(Object.keys(scopeTable).filter((name) => !table[name])).toEqual([]);
  for (const call of shop.calls) {
    // A provider proves itself in the body; what it sends beside that is nothing.
    if (call.access === "provider") continue;
    const name = nameOf(call);
    const scope = scopeTable[name];
    if (call.scope !== scope) wrong.push(`${name}: ${call.scope} in the contract`);
    if (scope === undefined) {
      for (const key of [all, staffs]) {
        const code = await codeOf(call, key);
        if (code !== "KEY_NOT_ACCEPTED") wrong.push(`${name} with a key: ${code}`);
      }
      continue;
    }
    const { having, lacking } = keys[scope]!;
    const refused = await codeOf(call, lacking);
    if (refused !== "SCOPE_MISSING") wrong.push(`${name} without ${scope}: ${refused}`);
    const code = await codeOf(call, having);
    const isRefused = /KEY|SCOPE|UNAUTHENTICATED|FORBIDDEN|PROOF|^5/.test(String(code));
    if (isRefused) wrong.push(`${name} with ${scope}: ${code}`);
  }
  expect(wrong).toEqual([]);
});

test("no key reaches another's thing: it is answered exactly as an unknown one", async () => {
  const seeded = await openSeededShop();
  const { shop, people, make } = seeded;
  const key = await newKey(shop, people.other);
  const wrong: string[] = [];
  const owned = shop.calls.filter((call) => scopeTable[nameOf(call)] && rowOf(call).owned);
  expect(owned.length).toBeGreaterThan(15);
  for (const call of owned) {
    const { thing, body } = rowOf(call).owned!;
    const id = await make[thing]();
    const ask = (which: string) =>
      shop.send({
        ...requestOf(call, which),
        ...(body ? { body: body(which, "other") } : {}),
        headers: bearer(key),
      });
    const [foreign, missing] = [await ask(id), await ask(unknownId)];
    if (foreign.status !== 404 || JSON.stringify(essence(foreign)) !== JSON.stringify(essence(missing)))
      wrong.push(`${nameOf(call)}: ${foreign.text}, and for an unknown id ${missing.text}`);
  }
  expect(wrong).toEqual([]);
});

test("another's thing is answered exactly as an unknown one; its owner and the named staff reach it", async () => {
  const seeded = await openSeededShop();
  const { shop, people, make } = seeded;
  const wrong: string[] = [];
  const owned = shop.calls.filter((call) => rowOf(call).owned);
  expect(owned.length).toBeGreaterThan(20);
  for (const call of owned) {
    const { may, owned: { thing, staff, body } = { thing: "order", staff: [] } } = rowOf(call);
    const ask = async (id: string, identity: Identity): Promise<Answer> => {
      const request = { ...requestOf(call, id), ...(body ? { body: body(id, identity) } : {}) };
      if (call.answerKind === "events") return statusOfStream(seeded, request.url, identity);
      return shop.send({ ...request, as: people[identity] });
    };
    let id = await make[thing]();
    const unknown = thing === "paypalOrder" ? "8AB12345CD678901E" : unknownId;
    for (const identity of may.filter((each) => !staff.includes(each))) {
      const foreign = await ask(id, identity);
      const missing = await ask(unknown, identity);
      if (foreign.status !== 404 || JSON.stringify(essence(foreign)) !== JSON.stringify(essence(missing))) {
        wrong.push(`${nameOf(call)} as ${identity}: ${foreign.text}, and for an unknown id ${missing.text}`);
      }
    }
    for (const identity of staff) {
      const answer = await ask(id, identity);
      if ([401, 403, 404].includes(answer.status) || answer.status >= 500) {
        wrong.push(`${nameOf(call)} as ${identity}: ${answer.status} ${answer.text}`);
      }
      if (call.method === "DELETE") id = await make[thing]();
    }
  }
  expect(wrong).toEqual([]);
});

test("nothing of a person is in an answer to another one, also when asked for by name", async () => {
  const { shop, people, make } = await openSeededShop();
  const { owner, admin } = people;
  for (const thing of ["paidOrder", "itemOrder", "generation", "design", "attachment"] as const)
    await make[thing]();
  const told = (text: string) => text.includes(ownersName) || text.includes(owner.email);
  const wrong: string[] = [];
  const staffOnly = (row: Row) =>
    row.may.every((identity) => identity === "moderator" || identity === "admin");
  for (const call of shop.calls) {
    const row = rowOf(call);
    if (call.answerKind === "events" || call.access === "provider" || staffOnly(row)) continue;
    if (unsafe(call) && !row.scoped) continue;
    const named = `${requestOf(call).url}?userEmail=${encodeURIComponent(owner.email)}`;
    for (const identity of row.may.filter((each) => each !== "owner" && !row.scoped?.includes(each))) {
      for (const url of [requestOf(call).url, named]) {
        const answer = await shop.send({ ...requestOf(call), url, as: people[identity] });
        if (told(answer.text))
          wrong.push(`${call.method} ${url} as ${identity}: ${answer.text.slice(0, 200)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(told((await shop.send({ url: "/orders", as: owner })).text)).toBe(true);
  expect(told((await shop.send({ url: "/orders", as: admin })).text)).toBe(true);
});

test("ids in a body reach only the sender's own things", async () => {
  const { shop, people, make } = await openSeededShop();
  const { owner, other } = people;
  const attachment = await make.looseAttachment();
  const ticket = { subject: "Mine", message: "Now.", attachments: [attachment] };
  const stolen = await shop.send({ method: "POST", url: "/new-support-message", body: ticket, as: other });
  expect(stolen.status).toBe(404);
  const token = await make.session();
  await shop.send({ method: "POST", url: "/api/auth/revoke-session", body: { token }, as: other });
  const sessions = await shop.send({ url: "/api/auth/list-sessions", as: owner });
  expect(sessions.body.map((session: { token: string }) => session.token)).toContain(token);
});

test("every unsafe call of a browser refuses other sites, a null origin, forms and text", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const own = { origin: shop.platform.config.appUrl, "sec-fetch-site": "same-origin" };
  const wrong: string[] = [];
  for (const call of shop.calls.filter((each) => unsafe(each) && each.access !== "provider")) {
    const request = requestOf(call);
    for (const headers of otherSites) {
      const answer = await shop.send({ ...request, as: admin, headers });
      if (answer.status !== 403 || answer.body.code !== "CROSS_SITE")
        wrong.push(`${nameOf(call)} ${JSON.stringify(headers)}: ${answer.status}`);
    }
    const forms = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "text/plain;application/json",
      "text/html",
    ];
    if (call.bodyKind === undefined) forms.push("multipart/form-data; boundary=x");
    else forms.push("application/json");
    for (const type of forms) {
      const headers = { ...own, "content-type": type };
      const answer = await shop.send({ ...request, body: "a=b", as: admin, headers });
      if (answer.status !== 415) wrong.push(`${nameOf(call)} with ${type}: ${answer.status}`);
    }
    if (/sign-out|revoke|account\/delete/.test(call.path)) continue;
    const answer = await shop.send({ ...request, as: admin, headers: own });
    if (answer.body.code === "CROSS_SITE") wrong.push(`${nameOf(call)} from the shop's own pages`);
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
