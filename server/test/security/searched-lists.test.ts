import { expect, test } from "vitest";
import { nameOf } from "./access-table.ts";
import { openSeededShop } from "./seeded-shop.ts";
import { requestFor } from "./valid-bodies.ts";

const things = ["paidOrder", "paidItemOrder", "design", "ticket", "reference", "testimonial"] as const;

test("no list answers what does not hold the text that it is searched for", async () => {
  const seeded = await openSeededShop();
  for (const thing of things) await seeded.make[thing]();
  const lists = seeded.shop.calls.filter(
    ({ query, answerKind = "json" }) =>
      answerKind === "json" && query && "q" in query.shape && "page" in query.shape,
  );
  const { owner, admin } = seeded.people;
  const [wrong, empty]: [string[], string[]] = [[], []];
  for (const call of lists) {
    const { method, url } = await requestFor(seeded, call);
    // What a member finds among people is their own record, whatever is looked for.
    const as = call.access === "member" && call.path !== "/users" ? owner : admin;
    const found = async (q: string) => {
      const { body } = await seeded.shop.send({ method, url: `${url}?q=${q}`, as });
      return (Array.isArray(body) ? body : body.data).length;
    };
    if ((await found("")) === 0) empty.push(nameOf(call));
    if ((await found("no-row-has-this-text")) > 0) wrong.push(nameOf(call));
  }
  expect(wrong).toEqual([]);
  // These say nothing here.
  expect(empty.sort()).toEqual([
    "GET /api/coupons",
    "GET /api/coupons/{id}/uses",
    "GET /api/media",
    "GET /api/youtube/history",
  ]);
});
