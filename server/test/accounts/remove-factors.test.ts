import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { sessions } from "#server/db/tables/sessions.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { isSignedIn, mailsTo, protect, signInAs } from "./helpers.ts";
import { addPasskey, signInByPasskey } from "./passkeys.ts";

const reason = "Lost the phone, known by voice";

const remove = (shop: TestShop, id: string, as?: Person, body: object = { reason }) =>
  shop.send({ method: "POST", url: `/api/users/${id}/remove-factors`, body, ...(as ? { as } : {}) });

const summaryOf = async (shop: TestShop, { id }: Person, as: Person) =>
  (await shop.send({ url: `/api/users/${id}`, as })).body.data;

it("a lost factor is taken off by an admin: sessions end, the password alone signs in, and the person is told", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const { person } = await protect(shop, await shop.signUp());
  const authenticator = await addPasskey(shop, person);
  expect((await summaryOf(shop, person, admin)).factors).toEqual({ totp: true, passkeys: 1 });
  expect((await remove(shop, person.id, admin)).status).toBe(200);
  expect(await isSignedIn(shop, person)).toBe(false);
  expect((await signInByPasskey(shop, authenticator)).body.code).toBe("INVALID_PASSKEY");
  const [mail] = await mailsTo(shop, person.email);
  expect(mail?.text).toContain("the shop's staff took the second factor off your account");
  expect(mail?.text).not.toContain(reason);
  expect((await signInAs(shop, person.email, person.password)).body).toHaveProperty("user");
  expect((await summaryOf(shop, person, admin)).factors).toEqual({ totp: false, passkeys: 0 });
  const timeline = await shop.send({ url: `/api/users/${person.id}/timeline?kind=mail`, as: admin });
  expect(timeline.body.map(({ title }: { title: string }) => title)).toContainEqual(
    expect.stringContaining("Something about your sign-in changed"),
  );
  const log = await shop.send({ url: "/api/audit-log", as: admin });
  expect(log.body[0]).toMatchObject({
    action: "POST /api/users/{id}/remove-factors",
    before: { totp: true, passkeys: 1 },
    after: { reason },
  });
  expect((await remove(shop, person.id, admin)).status).toBe(409);
});

it("a factor is taken off by another admin with a reason and a recent proof alone, and by nobody from themselves", async () => {
  const shop = await openTestShop();
  const [admin, moderator, member] = [
    await shop.signUp({ role: "Admin" }),
    await shop.signUp({ role: "moderator" }),
    await shop.signUp(),
  ];
  await addPasskey(shop, member);
  await addPasskey(shop, admin);
  for (const other of [moderator, member])
    expect((await remove(shop, member.id, other)).body.code).toBe("FORBIDDEN");
  expect((await remove(shop, member.id)).status).toBe(401);
  const without = await remove(shop, member.id, admin, { reason: " " });
  expect([without.status, without.body.fields]).toEqual([400, { reason: "Please enter a reason" }]);
  expect((await remove(shop, admin.id, admin)).status).toBe(409);
  expect((await remove(shop, "0".repeat(24), admin)).status).toBe(404);
  await shop.platform.db.update(sessions).set({ provenAt: sql`now() - interval '20 minutes'` });
  expect((await remove(shop, member.id, admin)).body.code).toBe("PROOF_REQUIRED");
  expect((await summaryOf(shop, member, admin)).factors).toEqual({ totp: false, passkeys: 1 });
});

it("of two admins who take it off at once one does, and one mail goes out", async () => {
  const shop = await openTestShop();
  const [first, second, person] = [
    await shop.signUp({ role: "Admin" }),
    await shop.signUp({ role: "Admin" }),
    await shop.signUp(),
  ];
  await addPasskey(shop, person);
  const answers = await Promise.all([first, second].map((admin) => remove(shop, person.id, admin)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const notices = (await mailsTo(shop, person.email)).filter(({ text }) => text.includes("took the second"));
  expect(notices).toHaveLength(1);
});
