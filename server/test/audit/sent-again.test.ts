import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
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
  {
    url: "/api/support/canned-replies",
    list: null,
    body: { title: "Hello", body: "We look into it." },
    others: [{ title: "Bye" }, { body: "It is done." }],
  },
];

type Made = (typeof made)[number];

const post = (shop: TestShop, as: Person, one: Made, idempotencyKey?: string, other: object = {}) =>
  shop.send({
    method: "POST",
    url: one.url,
    as,
    body: { ...one.body, ...other, ...(idempotencyKey ? { idempotencyKey } : {}) },
  });

async function count(shop: TestShop, as: Person, { list, url }: Made): Promise<number> {
  const answer = (await shop.send({ url: list ?? url, as })).body;
  return (answer.data ?? answer).length;
}

const lines = ({ platform: { db } }: TestShop, { url }: Made) =>
  db.$count(auditLog, eq(auditLog.action, `POST ${url}`));

async function openShopWithRecipients() {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  for (const email of [toEmail, "bob@example.com"]) await shop.signUp({ email });
  return { shop, admin };
}

test("sent again by one admin under one key stands once, in the list and in the audit log", async () => {
  const { shop, admin } = await openShopWithRecipients();
  for (const one of made) {
    const before = await count(shop, admin, one);
    const answers = [
      await post(shop, admin, one, "one form"),
      await post(shop, admin, one, "one form"),
      ...(await Promise.all([post(shop, admin, one, "at once"), post(shop, admin, one, "at once")])),
    ];
    expect(
      answers.map(({ status }) => status < 300),
      one.url,
    ).toEqual([true, true, true, true]);
    expect(answers[1]!.body, one.url).toEqual(answers[0]!.body);
    expect(await count(shop, admin, one), one.url).toBe(before + 2);
    expect(await lines(shop, one), one.url).toBe(2);
  }
});

test("a key that was used for another message, item or key is refused", async () => {
  const { shop, admin } = await openShopWithRecipients();
  for (const one of made) {
    const first = await post(shop, admin, one, "one form");
    const before = await count(shop, admin, one);
    for (const other of one.others)
      expect(
        await post(shop, admin, one, "one form", other),
        `${one.url} ${JSON.stringify(other)}`,
      ).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect((await post(shop, admin, one, "one form")).body, one.url).toEqual(first.body);
    expect(await count(shop, admin, one), one.url).toBe(before);
    expect(await lines(shop, one), one.url).toBe(1);
  }
});

test("under another admin's like key, and without one, is another each time", async () => {
  const { shop, admin } = await openShopWithRecipients();
  const other = await shop.signUp({ role: "Admin" });
  for (const one of made) {
    const before = await count(shop, admin, one);
    for (const answer of [
      await post(shop, admin, one, "a key"),
      await post(shop, other, one, "a key"),
      await post(shop, admin, one),
    ])
      expect(answer.status, `${one.url} ${answer.text}`).toBeLessThan(300);
    expect(await count(shop, admin, one), one.url).toBe(before + 3);
  }
});

test("a coupon that is sent again under its key is the one that stands; without the key, or with other terms, it is refused", async () => {
  const { shop, admin } = await openShopWithRecipients();
  const coupon = (code: string): Made => ({
    url: "/api/coupons",
    list: null,
    body: { code, kind: "percent", value: "10", until: "2030-01-31" },
    others: [],
  });
  const [first, again] = [
    await post(shop, admin, coupon("SPRING"), "one form"),
    await post(shop, admin, coupon("SPRING"), "one form"),
  ];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  const atOnce = await Promise.all([1, 2].map(() => post(shop, admin, coupon("SUMMER"), "at once")));
  expect(atOnce.map(({ status }) => status)).toEqual([201, 201]);
  for (const refused of [
    await post(shop, admin, coupon("SPRING")),
    await post(shop, admin, coupon("SPRING"), "one form", { value: "20" }),
    await post(shop, admin, coupon("AUTUMN"), "one form"),
  ])
    expect(refused).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  expect(await count(shop, admin, coupon(""))).toBe(2);
  expect(await lines(shop, coupon(""))).toBe(2);
});
