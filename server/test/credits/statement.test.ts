import { expect, test } from "vitest";
import { grantCredits } from "#server/features/credits/credits.service.ts";
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
