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
