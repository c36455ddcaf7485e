import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

const toEmail = "ada@example.com";

/** What the back office makes, by its call, where the list of them is, and what makes another of it. */
const made: {
  url: string;
  list: string | null;
  body: Record<string, string>;
  others: Record<string, unknown>[];
}[] = [
  {
    url: "/send-message",
    list: "/message-log?q=Hello",
    body: { toEmail, subject: "Hello", messageBody: "<p>Hi</p>" },
    others: [{ toEmail: "bob@example.com" }, { subject: "Hello again" }, { messageBody: "<p>Bye</p>" }],
  },
  {
    url: "/add-package",
    list: "/packages",
    body: { packageName: "Starter", price: "5", credit: "10" },
    others: [{ packageName: "Pro" }, { price: "6" }, { pointOne: "Quick" }],
  },
  {
    url: "/add-item",
    list: "/items",
    body: { itemName: "Recipes", price: "5" },
    others: [{ itemName: "Songs" }, { price: "6" }, { accessUrl: "/songs" }],
  },
  {
    url: "/api/features-section",
    list: null,
    body: { title: "Quick", description: "It is." },
    others: [{ title: "Slow" }, { isActive: false }],
  },
  {
    url: "/api/testimonials",
    list: null,
    body: { quote: "Good.", authorName: "Ada", authorTitle: "Chef" },
    others: [{ quote: "Bad." }, { authorName: "Bob" }],
  },
  {
    url: "/api/gemini-keys",
    list: null,
    body: { name: "First", key: "AIzaSyAKeyOfSomeLengthForTests" },
    others: [{ name: "Second" }, { key: "AIzaSyAKeyOfOtherLengthForTests" }, { isActive: false }],
  },
];

describe.each(made)("$url", ({ url, list, body, others }) => {
  const post = (shop: TestShop, as: Person, idempotencyKey?: string, other: object = {}) =>
    shop.send({
      method: "POST",
      url,
      as,
      body: { ...body, ...other, ...(idempotencyKey ? { idempotencyKey } : {}) },
    });

  async function count(shop: TestShop, as: Person): Promise<number> {
    const answer = (await shop.send({ url: list ?? url, as })).body;
    return (answer.data ?? answer).length;
  }

  const lines = ({ platform: { db } }: TestShop) => db.$count(auditLog, eq(auditLog.action, `POST ${url}`));

  test("sent again by one admin under one key stands once, in the list and in the audit log", async () => {
    const shop = await openTestShop();
    const admin = await shop.signUp({ role: "Admin" });
    await shop.signUp({ email: toEmail });
    const before = await count(shop, admin);
    const answers = [await post(shop, admin, "one form"), await post(shop, admin, "one form")];
    const together = await Promise.all([post(shop, admin, "at once"), post(shop, admin, "at once")]);
    expect([...answers, ...together].map(({ status }) => status < 300)).toEqual([true, true, true, true]);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect(await count(shop, admin)).toBe(before + 2);
    expect(await lines(shop)).toBe(2);
  });

  test("a key that was used for another message, item or key is refused", async () => {
    const shop = await openTestShop();
    const admin = await shop.signUp({ role: "Admin" });
    for (const email of [toEmail, "bob@example.com"]) await shop.signUp({ email });
    const first = await post(shop, admin, "one form");
    const before = await count(shop, admin);
    for (const other of others)
      expect(await post(shop, admin, "one form", other), JSON.stringify(other)).toMatchObject({
        status: 409,
        body: { code: "CONFLICT" },
      });
    expect((await post(shop, admin, "one form")).body).toEqual(first.body);
    expect(await count(shop, admin)).toBe(before);
    expect(await lines(shop)).toBe(1);
  });

  test("under another admin's like key, and without one, is another each time", async () => {
    const shop = await openTestShop();
    const [admin, other] = [await shop.signUp({ role: "Admin" }), await shop.signUp({ role: "Admin" })];
    await shop.signUp({ email: toEmail });
    const before = await count(shop, admin);
    for (const answer of [
      await post(shop, admin, "a key"),
      await post(shop, other, "a key"),
      await post(shop, admin),
    ])
      expect(answer.status, answer.text).toBeLessThan(300);
    expect(await count(shop, admin)).toBe(before + 3);
  });
});
