import { expect, test } from "vitest";
import { openTestShop } from "../support/test-shop.ts";

test("every answer of every call forbids sniffing, keeping and running, and asks for encryption where there is any", async () => {
  const shop = await openTestShop({ env: { APP_URL: "https://shop.example" } });
  const wrong: string[] = [];
  for (const call of shop.calls) {
    const url = call.path.replace(/\{\w+\}/g, "ffffffffffffffffffffffff");
    const { headers, status } = await shop.send({ method: call.method, url });
    const policy = String(headers["content-security-policy"]);
    if (headers["x-content-type-options"] !== "nosniff") wrong.push(`${call.method} ${url}: sniffing`);
    if (headers["strict-transport-security"] !== "max-age=31536000")
      wrong.push(`${call.method} ${url}: plain`);
    if (headers["cache-control"] !== "no-store" && status !== 200) wrong.push(`${call.method} ${url}: kept`);
    if (!/default-src 'none'.*frame-ancestors 'none'/.test(policy))
      wrong.push(`${call.method} ${url}: ${policy}`);
    if (headers["access-control-allow-origin"]) wrong.push(`${call.method} ${url}: open to other origins`);
    if (headers.server || headers["x-powered-by"]) wrong.push(`${call.method} ${url}: names its software`);
  }
  expect(wrong).toEqual([]);
  const plain = await openTestShop();
  expect((await plain.send({ url: "/packages" })).headers["strict-transport-security"]).toBeUndefined();
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
