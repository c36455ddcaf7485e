import { expect, test } from "vitest";
import { openTestShop } from "../support/test-shop.ts";

test("a person who signs up is signed in, and signing out ends the session on the server", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp({ name: "Ada" });
  const before = await shop.send({ url: "/api/viewer", as: person });
  expect(before.body.data.user).toMatchObject({
    _id: person.id,
    userName: "Ada",
    userRole: "member",
    currentBalance: 0,
  });
  const out = await shop.send({ method: "POST", url: "/api/auth/sign-out", body: {}, as: person });
  expect(out.status).toBe(200);
  const after = await shop.send({ url: "/api/viewer", as: person });
  expect(after.body.data.user).toBeNull();
});

test("a known path with another method answers 405 with Allow, an unknown path 404, both in JSON", async () => {
  const shop = await openTestShop();
  const wrong = await shop.send({ method: "DELETE", url: "/api/viewer" });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.allow).toBe("GET, HEAD");
  const unknown = await shop.send({ url: "/nothing/here" });
  expect(unknown.status).toBe(404);
  expect(unknown.body).toMatchObject({ success: false, code: "NOT_FOUND", error: unknown.body.message });
});
