import { beforeAll, expect, test } from "vitest";
import { ownEnvironment, startShopProcess, withTheFile } from "../helpers/shop-process.ts";

const origin = "https://shop.example";
const account = { ADMIN_EMAIL: "owner@example.com", ADMIN_PASSWORD: "owner password" };

let ask: (path: string, cookie: string, method?: string, body?: object) => Promise<Response>;
let admin: string;

beforeAll(async () => {
  const { onEnd, end } = withTheFile();
  const env = { ...(await ownEnvironment(onEnd)), ...account, APP_URL: origin };
  const shop = await startShopProcess(env, { built: true }, onEnd);
  ask = (path, cookie, method = "GET", body) =>
    fetch(shop.url + path, {
      method,
      headers: { origin, cookie, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const person = { email: account.ADMIN_EMAIL, password: account.ADMIN_PASSWORD };
  const signedIn = await ask("/api/auth/sign-in/email", "", "POST", person);
  admin = signedIn.headers.getSetCookie()[0]!.split(";")[0]!;
  return end;
});

/** A new item: its page, and its change by the admin. */
async function addItem() {
  const made = await ask("/add-item", admin, "POST", { itemName: "Plain Kit", price: 5 });
  const item = (await made.json()).data as { _id: string; slug: string; itemId: string };
  const pageFor = async (cookie: string) => {
    const answer = await ask(`/premium/${item.slug}/${item.itemId}`, cookie);
    return { status: answer.status, html: await answer.text() };
  };
  return { pageFor, change: (body: object) => ask(`/edit-item/${item._id}`, admin, "PUT", body) };
}

test("an item that is off sale is 404 for visitors, and its admin reads that on its page, which sells nothing", async () => {
  const { pageFor, change } = await addItem();
  const inactive = "visitors don&#x27;t see this page";
  for (const cookie of ["", admin]) {
    const { status, html } = await pageFor(cookie);
    expect([status, html.includes('href="/item-buy/'), html.includes(inactive)]).toEqual([200, true, false]);
  }
  expect((await change({ isActive: false })).status).toBe(200);
  expect((await pageFor("")).status).toBe(404);
  const { status, html } = await pageFor(admin);
  const body = html.slice(html.indexOf("<body"), html.indexOf("</main>"));
  expect([status, body.includes('href="/item-buy/'), body.includes(inactive)]).toEqual([200, false, true]);
});

test("an item without a description is described by its name, and with one by that", async () => {
  const { pageFor, change } = await addItem();
  const told = async () => {
    const { html } = await pageFor("");
    const metas = html.matchAll(/<meta (?:name|property)="(?:og:)?description" content="([^"]*)"/g);
    const [, jsonLd] = /<script type="application\/ld\+json"[^>]*>(.+?)<\/script>/s.exec(html)!;
    return [...[...metas].map(([, content]) => content), JSON.parse(jsonLd!).description];
  };
  const named = "Plain Kit, a digital item of Thumbsmith.";
  expect(await told()).toEqual([named, named, undefined]);
  expect((await change({ description: "A kit." })).status).toBe(200);
  await expect.poll(told).toEqual(["A kit.", "A kit.", "A kit."]);
});
