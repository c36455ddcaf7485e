import { expect, test } from "vitest";
import { SHOP } from "#emulators/test/paypal-support.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";

const idAt = (url: string) => async (shop: TestShop) => {
  const { body } = await shop.send({ url });
  return (Array.isArray(body) ? body : body.data)[0]._id as string;
};

/** What an admin can change and a visitor reads, with the write and a text that it puts on show. */
const writes: {
  name: string;
  prepare?: { url: string; body: object };
  id?: (shop: TestShop) => Promise<string>;
  url: string;
  body: object;
  read: string;
}[] = [
  {
    name: "about",
    url: "/api/about-section",
    body: { section1: { title: "Fresh" } },
    read: "/api/about-section",
  },
  {
    name: "footer",
    url: "/api/footer-section",
    body: { bottomSection: { copyrightText: "Fresh" } },
    read: "/api/footer-section",
  },
  { name: "legal page", url: "/api/pages/terms", body: { title: "Fresh" }, read: "/api/pages/terms" },
  {
    name: "feature",
    prepare: { url: "/api/features-section", body: { title: "F", description: "D" } },
    id: idAt("/api/features-section"),
    url: "/api/features-section/{id}",
    body: { title: "Fresh" },
    read: "/api/features-section",
  },
  {
    name: "testimonial",
    prepare: { url: "/api/testimonials", body: { quote: "Q", authorName: "A", authorTitle: "T" } },
    id: idAt("/api/testimonials"),
    url: "/api/testimonials/{id}",
    body: { quote: "Fresh" },
    read: "/api/testimonials",
  },
  {
    name: "package",
    prepare: { url: "/add-package", body: { packageName: "P", price: 1, credit: 1 } },
    id: idAt("/packages"),
    url: "/edit-package/{id}",
    body: { packageName: "Fresh" },
    read: "/packages",
  },
  {
    name: "item",
    prepare: { url: "/add-item", body: { itemName: "I", price: 1 } },
    id: idAt("/items"),
    url: "/edit-item/{id}",
    body: { itemName: "Fresh" },
    read: "/items",
  },
  {
    name: "shop settings",
    url: "/api/shop-settings",
    body: { shopName: "Fresh" },
    read: "/api/shop-settings",
  },
  {
    name: "PayPal settings",
    url: "/api/paypal-settings",
    body: { clientId: "Fresh", clientSecret: SHOP.secret },
    read: "/api/paypal-settings",
  },
];

test("whatever an admin saves, the next visitor reads: here at once, in another process with the NOTIFY", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const other = await openTestShop({ database: shop.connectionString });
  for (const { name, prepare, id, url, body, read } of writes) {
    if (prepare) await shop.send({ method: "POST", as: admin, ...prepare });
    const path = id ? url.replace("{id}", await id(shop)) : url;
    const before = await Promise.all([shop.send({ url: read }), other.send({ url: read })]);
    for (const { text } of before) expect(text, name).not.toContain("Fresh");
    let heard = false;
    const topic = read === "/api/shop-settings" ? "shop-settings" : "content";
    const stop = shop.platform.events.subscribe(topic, () => {
      heard = true;
    });
    const saved = await shop.send({ method: "PUT", url: path, as: admin, body });
    stop();
    expect(saved.status, saved.text).toBe(200);
    // Whatever this process keeps for visitors, pages too, is dropped by this event, which came before the answer.
    expect(heard, name).toBe(true);
    expect((await shop.send({ url: read })).text, name).toContain("Fresh");
    await expect
      .poll(async () => (await other.send({ url: read })).text, {
        interval: 5,
        timeout: 10_000,
        message: name,
      })
      .toContain("Fresh");
  }
});
