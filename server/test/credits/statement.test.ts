import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { orders } from "#server/db/tables/orders.ts";
import { grantCredits } from "#server/features/credits/credits.service.ts";
import { finished, memberWith, openGeneratorShop, startGeneration } from "../generations/generator-shop.ts";
import { openTestShop } from "../helpers/test-shop.ts";

test("the CSV holds every entry of a long statement once, newest first, with reason, reference and running balance", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const count = 1005;
  await shop.platform.db.transaction(async (tx) => {
    for (let number = 1; number <= count; number += 1) {
      const booking = { reason: "purchase", reference: `order ${number}`, orderId: `CODE${number}` } as const;
      await grantCredits(tx, { userId: person.id, amount: 2, ...booking });
    }
  });
  const csv = await shop.send({ url: "/api/credits/entries.csv", as: person });
  const [head, ...lines] = csv.text.trim().split("\n");
  expect(head).toContain("createdAt,reason,amount,balanceAfter,orderId");
  expect(lines.map((line) => line.split(",").slice(1, 5).join())).toEqual(
    Array.from({ length: count }, (_, index) => {
      const number = count - index;
      return `purchase,2,${number * 2},CODE${number}`;
    }),
  );
  const other = await shop.signUp();
  const empty = await shop.send({ url: "/api/credits/entries.csv", as: other });
  expect(empty.text.trim().split("\n")).toHaveLength(1);
  const foreign = await shop.send({ url: `/api/credits/entries.csv?userEmail=${person.email}`, as: other });
  expect(foreign.text.trim().split("\n")).toHaveLength(1);
  expect((await shop.send({ url: "/api/credits/entries.csv" })).status).toBe(401);
});

test("what an admin wrote as a reason is no formula in the file", async () => {
  const shop = await openTestShop();
  const [admin, person] = [await shop.signUp({ role: "Admin" }), await shop.signUp()];
  const body = { currentBalance: 3, reason: '=HYPERLINK("http://example.com")' };
  await shop.send({ method: "PUT", url: `/api/users/${person.id}`, body, as: admin });
  const csv = await shop.send({ url: "/api/credits/entries.csv", as: person });
  expect(csv.text).toContain("'=HYPERLINK");
  expect(csv.text).not.toMatch(/,"?=HYPERLINK/);
});

test("a search of the statement finds an entry by whatever it tells of: reason, order, package, run, note", async () => {
  const { shop } = await openGeneratorShop();
  const { db } = shop.platform;
  const [admin, person, other] = [
    await shop.signUp({ role: "Admin" }),
    await memberWith(shop, 5),
    await memberWith(shop, 5),
  ];
  for (const owner of [person, other]) {
    const { id } = (await startGeneration(shop, owner, { title: "Night train to Oslo" })).body.data;
    await finished(shop, owner, id);
  }
  await db.insert(orders).values({
    ...{ kind: "package", orderId: "SEEK0001", paymentId: "SEEK0001", userId: person.id, productId: newId() },
    ...{ productName: "Studio pack", priceMinor: 1500, totalMinor: 1500, currency: "USD" },
    ...{ customerName: "Ada", customerEmail: person.email, address: "1 Road", country: "France" },
    ...{ paymentStatus: "Paid", paidAt: new Date() },
  });
  const booking = { reason: "purchase", reference: "SEEK0001", orderId: "SEEK0001" } as const;
  await db.transaction((tx) => grantCredits(tx, { userId: person.id, amount: 9, ...booking }));
  const body = { currentBalance: 3, reason: "Goodwill" };
  await shop.send({ method: "PUT", url: `/api/users/${person.id}`, body, as: admin });

  const found = async (q: string) => {
    const answer = await shop.send({
      url: `/api/credits/entries?page=1&pageSize=1&q=${encodeURIComponent(q)}`,
      as: person,
    });
    return [answer.headers["x-total-count"], answer.body.map(({ reason }: { reason: string }) => reason)];
  };
  expect(await found("studio PACK")).toEqual(["1", ["purchase"]]);
  expect(await found("night train")).toEqual(["1", ["generation"]]);
  expect(await found("seek0001")).toEqual(["1", ["purchase"]]);
  expect(await found("goodwill")).toEqual(["1", ["adjustment"]]);
  expect(await found("generat")).toEqual(["1", ["generation"]]);
  expect(await found("nothing of the kind")).toEqual(["0", []]);
});
