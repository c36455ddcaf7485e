import { expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import { type Answer, openTestShop } from "../helpers/test-shop.ts";
import { nameOf } from "./access-table.ts";
import { openSeededShop } from "./seeded-shop.ts";
import { requestFor } from "./valid-bodies.ts";

/** Answers that are the same for everyone: the description of the calls, and the way to the product's icon. */
const forEveryone = ["/api/openapi.json", "/shop-icon/{side}"];

/** What an answer's headers let a browser do that they should not. */
function faultsOf(call: Call, { headers, status }: Answer): string[] {
  const isFile = call.answerKind === "file" && status === 200;
  const policy = String(headers["content-security-policy"]);
  const mayBeKept = isFile || forEveryone.includes(call.path);
  const faults = {
    sniffed: headers["x-content-type-options"] !== "nosniff",
    kept: !mayBeKept && headers["cache-control"] !== "no-store",
    "run as a page": !isFile && !/default-src 'none'.*frame-ancestors 'none'/.test(policy),
    "read by other origins": headers["access-control-allow-origin"] !== undefined,
    "told of the software": (headers.server ?? headers["x-powered-by"]) !== undefined,
  };
  return Object.entries(faults)
    .filter(([, is]) => is)
    .map(([name]) => `${nameOf(call)} (${status}) can be ${name}`);
}

test("what calls answer to strangers forbids sniffing, keeping and running, and asks for encryption where there is any", async () => {
  const shop = await openTestShop({ env: { APP_URL: "https://shop.example" } });
  const wrong: string[] = [];
  for (const call of shop.calls) {
    const answer = await shop.send({
      method: call.method,
      url: call.path.replace(/\{\w+\}/g, "f".repeat(24)),
    });
    wrong.push(...faultsOf(call, answer));
    if (answer.headers["strict-transport-security"] !== "max-age=31536000") wrong.push(`${call.path}: plain`);
  }
  expect(wrong).toEqual([]);
  const plain = await openTestShop();
  expect((await plain.send({ url: "/packages" })).headers["strict-transport-security"]).toBeUndefined();
});

/** Streams do not end by themselves; the others end the session that asks, or come from a provider. */
const leftOut = /\/events$|sign-out|revoke|account\/delete|callback|paypal\/webhook/;

test("what calls answer to those whom they grant it forbids the same", async () => {
  const seeded = await openSeededShop();
  const wrong: string[] = [];
  let granted = 0;
  const lastly = (call: Call) => Number(call.path.includes("paypal-settings"));
  const calls = seeded.shop.calls.filter(({ path }) => !leftOut.test(path));
  for (const call of calls.toSorted((a, b) => lastly(a) - lastly(b))) {
    const { body, ...request } = await requestFor(seeded, call);
    const answer = await seeded.shop.send({ ...request, ...(call.method === "GET" ? {} : { body }) });
    wrong.push(...faultsOf(call, answer));
    if (answer.status < 300) granted += 1;
  }
  expect(wrong).toEqual([]);
  expect(granted / calls.length, "the others want files, or what only a person can know").toBeGreaterThan(
    0.75,
  );
});

test("the session's cookie is out of reach for scripts, other sites and plain connections", async () => {
  const shop = await openTestShop({ env: { APP_URL: "https://shop.example" } });
  const body = { name: "Ada", email: "ada@example.com", password: "a good password" };
  const { headers } = await shop.send({ method: "POST", url: "/api/auth/sign-up/email", body });
  const [cookie] = [headers["set-cookie"]].flat().map(String);
  expect(cookie).toMatch(/^__Secure-thumbsmith\.session_token=/);
  for (const word of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(word);
  expect(cookie).not.toMatch(/domain=/i);
});
