import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "../helpers/test-shop.ts";

test("the owner's figures cover each day of the period once and count what happened today", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  await shop.signUp();
  const answer = await shop.send({ url: "/api/insights?days=7", as: admin });
  expect(answer.status).toBe(200);
  const { days } = answer.body.data;
  expect(days).toHaveLength(7);
  expect(new Set(days.map((day: { day: string }) => day.day)).size).toBe(7);
  const today = days.at(-1);
  expect(today.members).toBeGreaterThanOrEqual(2);
  expect(today.revenueMinor).toBe(0);
});

test("revenue stands beside that of as many days before, up to the same time of day, with the change in per cent", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const read = async () => (await shop.send({ url: "/api/insights?days=7", as: admin })).body.data;
  expect((await read()).revenue).toEqual({
    minor: 0,
    formerMinor: 0,
    changePercent: null,
    otherCurrencies: [],
  });
  const { db } = shop.platform;
  const paid = async (code: string, minor: number, at: SQL) => {
    await db.execute(sql`
      insert into orders (id, kind, order_id, payment_id, user_id, product_id, product_name, price_minor, total_minor,
        currency, customer_name, customer_email, address, country, payment_status, paid_at)
      values (${code}, 'item', ${code}, ${code}, ${admin.id}, 'guide', 'Guide', ${minor}, ${minor},
        'USD', 'Ada', 'ada@example.com', '1 Quay', 'Norway', 'Paid', ${at})`);
    await db.execute(sql`
      insert into payment_attempts (id, order_id, mode, state, create_request_id, capture_request_id, amount_minor, currency)
      values (${code}, ${code}, 'live', 'completed', '', '', ${minor}, 'USD')`);
    await db.execute(sql`
      insert into captures (id, attempt_id, order_id, status, amount_minor, currency, completed_at, fulfilled_at)
      values (${code}, ${code}, ${code}, 'COMPLETED', ${minor}, 'USD', ${at}, ${at})`);
  };
  await paid("today", 1500, sql`now()`);
  await paid("today too", 750, sql`now()`);
  await paid("a week ago", 2000, sql`now() - interval '7 days'`);
  // Later on that day: not yet to be compared with.
  await paid("that evening", 9900, sql`current_date - 7 + time '23:59:59.999'`);
  const { revenue, days } = await read();
  expect(revenue).toMatchObject({ minor: 2250, formerMinor: 2000, changePercent: 13 });
  expect(days.at(-1)).toMatchObject({ revenueMinor: 2250, formerRevenueMinor: 2000, paidOrders: 2 });
});

test("only an admin reads the figures or searches the back office", async () => {
  const shop = await openTestShop();
  const people = {
    none: null,
    member: await shop.signUp(),
    moderator: await shop.signUp({ role: "moderator" }),
  };
  for (const url of ["/api/insights", "/api/search?q=a"]) {
    expect((await shop.send({ url, as: people.none })).status).toBe(401);
    expect((await shop.send({ url, as: people.member })).status).toBe(403);
    expect((await shop.send({ url, as: people.moderator })).status).toBe(403);
  }
});

test("the search finds a person by a part of the name, and takes % and _ literally", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin", name: "Owner" });
  const wanted = await shop.signUp({ name: "100%_Ada" });
  await shop.signUp({ name: "1000 Ada" });
  const answer = await shop.send({ url: `/api/search?q=${encodeURIComponent("100%_")}`, as: admin });
  expect(answer.body.data.map((hit: { _id: string }) => hit._id)).toEqual([wanted.id]);
});

test("a first step is ticked by what stands in the shop, and the list is put away in its settings", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const send = (method: string, url: string, body: object) => shop.send({ method, url, body, as: admin });
  async function stepsDone(): Promise<string[]> {
    const { steps } = (await shop.send({ url: "/api/first-steps", as: admin })).body.data;
    return steps.flatMap(({ name, done }: { name: string; done: boolean }) => (done ? [name] : []));
  }
  expect(await stepsDone()).toEqual([]);

  await send("PUT", "/api/shop-settings", { signUpGift: 3 });
  expect(await stepsDone()).toEqual(["gift"]);
  for (const slug of ["terms", "privacy"]) await send("PUT", `/api/pages/${slug}`, { body: "<p>Ours</p>" });
  expect(await stepsDone(), "one legal text is still the shop's own").toEqual(["gift"]);
  await send("PUT", "/api/pages/refund-policy", { body: "<p>Ours</p>" });
  await send("PUT", "/api/footer-section", { middleSection: { logoUrl: "https://example.com/logo.png" } });
  expect(await stepsDone()).toEqual(["gift", "legal", "logo"]);

  const { config } = shop.platform;
  Object.assign(config, { smtpUrl: "smtp://127.0.0.1:9" });
  expect(await stepsDone()).toEqual(["mail", "gift", "legal", "logo"]);
  await shop.platform.db.execute("update users set email = 'admin' || id || '@thumbsmith.local'");
  expect(await stepsDone(), "notices reach no admin").toEqual(["gift", "legal", "logo"]);

  const answer = () => shop.send({ url: "/api/first-steps", as: admin });
  expect((await answer()).body.data.dismissed).toBe(false);
  await send("PUT", "/api/shop-settings", { firstStepsDismissed: true });
  expect((await answer()).body.data.dismissed).toBe(true);
});
