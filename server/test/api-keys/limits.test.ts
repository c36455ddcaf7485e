import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { keyLimit, wrongKeysLimit } from "#contract/api-keys.ts";
import { defaultLimits } from "#server/platform/http/load-shedding.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { bearer, newKey, outcome } from "./keys.ts";

const env = { RATE_LIMIT_FACTOR: "1" };

test("each key has sixty calls a minute, told in structured fields on every answer, and then 429 with Retry-After", async () => {
  const shop = await openTestShop({ env });
  const ada = await shop.signUp();
  const [key, other] = [await newKey(shop, ada), await newKey(shop, ada, ["runs:read"])];
  const ask = (headers: Record<string, string>, url = "/api/fonts") => shop.send({ url, headers });
  for (let left = keyLimit.max - 1; left >= 0; left -= 1) {
    // Refusals are calls as well.
    const { headers } = await ask(bearer(key), left % 2 ? "/api/fonts" : "/api/viewer");
    expect(headers["ratelimit-policy"]).toBe('"key";q=60;w=60');
    expect(headers.ratelimit).toMatch(new RegExp(`^"key";r=${left};t=([1-9]|[1-5]\\d|60)$`));
  }
  const refused = await ask(bearer(key));
  expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  const wait = String(refused.headers["retry-after"]);
  expect(Number(wait)).toBeGreaterThan(0);
  expect(refused.headers.ratelimit).toBe(`"key";r=0;t=${wait}`);
  expect(refused.headers["ratelimit-policy"]).toBe('"key";q=60;w=60');
  expect((await ask(bearer(other), "/api/generations")).headers.ratelimit).toMatch(/^"key";r=59;/);
  const own = await shop.send({ url: "/api/fonts", as: ada });
  expect([own.status, own.headers.ratelimit]).toEqual([200, undefined]);
});

test("two processes count one allowance of a key", async () => {
  const one = await openTestShop({ env });
  const two = await openTestShop({ env, database: one.connectionString });
  const key = await newKey(one, await one.signUp());
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, n) =>
      (n % 2 ? one : two).send({ url: "/api/fonts", headers: bearer(key) }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(keyLimit.max);
});

test("wrong keys are limited by address, and a good one is let in from there all the same", async () => {
  const shop = await openTestShop({ env });
  const good = await newKey(shop, await shop.signUp());
  const wrong = (n: number) => `ts_${String(n).padStart(43, "A")}`;
  for (let n = 0; n < wrongKeysLimit.max; n += 1) expect(await outcome(shop, wrong(n))).toBe("KEY_INVALID");
  const refused = await shop.send({ url: "/api/generations", headers: bearer(wrong(99)) });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(await outcome(shop, good)).toBe(200);
});

test("revoking by the key alone is limited by address", async () => {
  const shop = await openTestShop({ env });
  const revoke = () => shop.send({ method: "POST", url: "/api/keys/revoke", body: { key: "ts_x" } });
  for (let n = 0; n < 60; n += 1) expect((await revoke()).status).toBe(204);
  expect((await revoke()).status).toBe(429);
});

test("a key that was good of late has a place where its address has none left for strangers", async () => {
  const shop = await openTestShop({ env });
  const key = await newKey(shop, await shop.signUp());
  const { hostname, port, href } = new URL(await shop.listen());
  const ask = (headers?: Record<string, string>) =>
    fetch(`${href}api/fonts`, { headers: { connection: "close", ...headers } }).then(({ status }) => status);
  expect(await ask(bearer(key))).toBe(200);
  const { most, reserved } = defaultLimits.ofAddress;
  for (let slow = 0; slow < most - reserved; slow += 1) {
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    socket.write(
      "POST /contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
    );
  }
  await expect.poll(() => ask()).toBe(503);
  expect([await ask(bearer(key)), await ask(bearer(`ts_${"A".repeat(43)}`))]).toEqual([200, 503]);
});
