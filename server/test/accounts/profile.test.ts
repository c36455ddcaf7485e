import { expect, test } from "vitest";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { userRow } from "./helpers.ts";

function put(shop: TestShop, as: Person | null, id: string, body: object) {
  return shop.send({ method: "PUT", url: `/update-user-profile/${id}`, body, as });
}

const profile = {
  userName: "Ada Lovelace",
  aboutMe: "Numbers.\nAnd more of them.",
  profileURL: "/uploads/abc.png",
  address: "1 Main Street",
  city: "London",
  country: "United Kingdom",
  phone: "+44 20 1234",
};

test("a person changes the own profile; e-mail, role, balance and membership in the body are not read", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const answer = await put(shop, person, person.id, {
    ...profile,
    email: "new@example.com",
    userEmail: "new@example.com",
    userRole: "Admin",
    role: "Admin",
    currentBalance: 100,
    userMembership: "premium",
    disabled: true,
    _id: "0".repeat(24),
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, message: "Profile updated successfully!", data: { ...profile, _id: person.id } },
  });
  expect(answer.body.data).toMatchObject({ email: person.email, userRole: "member", currentBalance: 0 });
  const some = await put(shop, person, person.id, { city: "Paris" });
  expect(some.body.data).toMatchObject({ ...profile, city: "Paris" });
  for (const profileURL of [null, ""]) {
    expect((await put(shop, person, person.id, { profileURL })).body.data.profileURL).toBeNull();
  }
});

test("somebody else's profile is answered like an unknown one, also to an admin", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const other = await shop.signUp();
  const admin = await shop.signUp({ role: "Admin" });
  expect((await put(shop, null, person.id, profile)).status).toBe(401);
  for (const actor of [other, admin]) {
    const bodies = await Promise.all(
      [person.id, "0".repeat(24), "nobody"].map(async (id) => {
        const { status, body } = await put(shop, actor, id, profile);
        return { status, message: body.message, code: body.code };
      }),
    );
    expect(bodies).toEqual(Array(3).fill({ status: 404, message: "User not found.", code: "NOT_FOUND" }));
  }
  expect((await userRow(shop, person.id)).name).toBe(person.name);
});

test("a profile with what can't stand in it is answered 400 at that field", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  for (const [field, value] of [
    ["userName", "  "],
    ["userName", "a".repeat(201)],
    ["userName", 5],
    ["aboutMe", "a".repeat(5001)],
    ["aboutMe", "a\u0000b"],
    ["address", { street: "x" }],
    ["phone", "1".repeat(51)],
    ["profileURL", "javascript:alert(1)"],
    ["profileURL", "//evil.example/a.png"],
    ["profileURL", "/\\evil.example/a.png"],
    ["profileURL", " https://example.com/a.png"],
    ["profileURL", `https://example.com/${"a".repeat(2048)}`],
  ] as const) {
    const { status, body } = await put(shop, person, person.id, { [field]: value });
    expect([value, status, Object.keys(body.fields ?? {})]).toEqual([value, 400, [field]]);
  }
});
