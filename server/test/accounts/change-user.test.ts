import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { creditBookings } from "#server/db/tables/credits.ts";
import { users } from "#server/db/tables/users.ts";
import { checkLedger } from "#server/features/credits/credits.service.ts";
import { watchSecondConnections } from "../helpers/second-connections.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { giveCredits } from "../security/seeded-shop.ts";
import { isSignedIn, mailsTo, onlyAdmins, signInAs, userRow } from "./helpers.ts";

function put(shop: TestShop, as: Person | null, id: string, body: object) {
  return shop.send({ method: "PUT", url: `/api/users/${id}`, body, as });
}

test("only an admin changes people", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const body = { userRole: "Admin", currentBalance: 100 };
  expect((await put(shop, null, person.id, body)).status).toBe(401);
  for (const role of ["member", "Seller", "moderator"] as const) {
    const actor = await shop.signUp({ role });
    for (const id of [actor.id, person.id, "unknown"]) {
      expect(await put(shop, actor, id, body)).toMatchObject({
        status: 403,
        body: { message: "You are not allowed to do this." },
      });
    }
  }
  expect(await userRow(shop, person.id)).toMatchObject({ role: "member" });
});

test("a balance that an admin sets is booked with its reason, and an unchanged one books nothing", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  const set = await put(shop, admin, person.id, { currentBalance: 40, reason: "A gift for waiting" });
  expect(set.body.data.currentBalance).toBe(40);
  await put(shop, admin, person.id, { currentBalance: 40 });
  await put(shop, admin, person.id, { userName: "Renamed" });
  const bookings = await shop.platform.db
    .select()
    .from(creditBookings)
    .where(eq(creditBookings.userId, person.id));
  expect(bookings).toHaveLength(1);
  expect(bookings[0]).toMatchObject({ reason: "adjustment", note: "A gift for waiting", actorId: admin.id });
  expect(await checkLedger(shop.platform.db)).toBeDefined();
});

test("each change is in the audit log, with before and after", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp({ name: "Ada" });
  await put(shop, admin, person.id, { userName: "Grace", userRole: "Seller", currentBalance: 5 });
  const [line] = await shop.platform.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(line).toMatchObject({
    actorEmail: admin.email,
    action: "PUT /api/users/{id}",
    subject: `user:${person.id}`,
    before: { name: "Ada", role: "member", currentBalance: 0 },
    after: { name: "Grace", role: "Seller", currentBalance: 5 },
  });
});

test("a changed role and disabling end the person's sessions; renaming does not", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  await put(shop, admin, person.id, { userName: "New name", userRole: "member" });
  expect(await isSignedIn(shop, person)).toBe(true);
  await put(shop, admin, person.id, { userRole: "Seller" });
  expect(await isSignedIn(shop, person)).toBe(false);
  const other = await shop.signUp();
  expect((await put(shop, admin, other.id, { disabled: true })).body.data.disabled).toBe(true);
  expect(await isSignedIn(shop, other)).toBe(false);
  expect((await signInAs(shop, other.email, other.password)).body.code).toBe("USER_DISABLED");
  await put(shop, admin, other.id, { disabled: false });
  expect((await signInAs(shop, other.email, other.password)).status).toBe(200);
});

test("absent fields stay, and renaming keeps a membership's end", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  const end = new Date(Date.now() + 86_400_000 * 30).toISOString();
  const set = await put(shop, admin, person.id, { userMembership: "premium", MembershipValidity: end });
  expect(set.body.data).toMatchObject({ userMembership: "premium", MembershipValidity: end });
  const renamed = await put(shop, admin, person.id, {
    userName: "New",
    UserEmail: person.email.toUpperCase(),
    userRole: "member",
    userMembership: "premium",
  });
  expect(renamed.body.data).toMatchObject({ userName: "New", MembershipValidity: end });
  const open = await put(shop, admin, person.id, { userMembership: "premium", MembershipValidity: null });
  expect(open.body.data).toMatchObject({ userMembership: "premium", MembershipValidity: null });
  const other = await put(shop, admin, person.id, { userMembership: "basic" });
  expect(other.body.data).toMatchObject({ userMembership: "basic", MembershipValidity: null });
  const free = await put(shop, admin, person.id, { userMembership: "free" });
  expect(free.body.data).toMatchObject({ userMembership: "free", MembershipValidity: null });
});

const refusedChanges: [string, object][] = [
  ["a negative balance", { currentBalance: -1 }],
  ["a broken balance", { currentBalance: 1.5 }],
  ["a balance over a million", { currentBalance: 1_000_001 }],
  ["a balance as text", { currentBalance: "10" }],
  ["an unknown role", { userRole: "owner" }],
  ["an unknown level", { userMembership: "gold" }],
  ["a blank name", { userName: " " }],
  ["a day that does not exist", { userMembership: "premium", MembershipValidity: "2030-02-30" }],
  ["a date of words", { userMembership: "premium", MembershipValidity: "tomorrow" }],
  ["a date that has passed", { userMembership: "premium", MembershipValidity: "2020-01-01" }],
  ["a NUL in the reason", { currentBalance: 1, reason: "a\u0000" }],
  ["disabled as text", { disabled: "yes" }],
  ["an amount of nothing", { balanceChange: 0, reason: "For nothing" }],
  ["a broken amount", { balanceChange: 0.5, reason: "Half" }],
  ["an amount without a reason", { balanceChange: 5 }],
  ["an amount with a blank reason", { balanceChange: 5, reason: " " }],
  ["an amount beside a balance", { balanceChange: 5, currentBalance: 5, reason: "Both" }],
  ["a version as text", { userName: "New", version: "1" }],
];

test("a membership whose end has passed is none to keep, also before it is taken away", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  const lapsed = { membership: "premium", membershipValidity: new Date(0) } as const;
  await shop.platform.db.update(users).set(lapsed).where(eq(users.id, person.id));
  const alone = await put(shop, admin, person.id, { MembershipValidity: "2999-01-01T00:00:00.000Z" });
  expect([alone.status, alone.body.fields]).toEqual([
    400,
    { MembershipValidity: "A free membership has no end." },
  ]);
  expect(await userRow(shop, person.id)).toMatchObject(lapsed);
  const given = await put(shop, admin, person.id, { userMembership: "premium" });
  expect(given.body.data).toMatchObject({ userMembership: "premium", MembershipValidity: null });
});

test("a change of what can't be is answered 400 at one field and changes nothing", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  for (const [name, body] of refusedChanges) {
    const answer = await put(shop, admin, person.id, body);
    expect(answer, name).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
    expect(Object.keys(answer.body.fields), name).toHaveLength(1);
    const row = await userRow(shop, person.id);
    expect(row, name).toMatchObject({ role: "member", membership: "free", name: person.name });
  }
});

test("another e-mail is a conflict, and an unknown id is not found", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  const conflict = await put(shop, admin, person.id, { UserEmail: "new@example.com", userName: "New" });
  expect(conflict.status).toBe(409);
  expect((await userRow(shop, person.id)).name).toBe(person.name);
  const bodies = await Promise.all(
    ["0".repeat(24), "unknown", "%00", "a".repeat(200)].map(async (id) => {
      const { status, body } = await put(shop, admin, id, { userName: "X" });
      return [status, body.code, body.message];
    }),
  );
  expect(new Set(bodies.map(String)).size).toBeLessThanOrEqual(2);
  expect(bodies[0]).toEqual([404, "NOT_FOUND", "User not found."]);
});

test("an admin can't disable oneself, and the last admin can't be demoted, disabled or deleted", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  await onlyAdmins(shop, admin);
  expect((await put(shop, admin, admin.id, { disabled: true })).status).toBe(409);
  expect((await put(shop, admin, admin.id, { userRole: "member" })).status).toBe(409);
  expect((await shop.send({ method: "DELETE", url: `/api/users/${admin.id}`, as: admin })).status).toBe(409);
  const own = await shop.send({
    method: "POST",
    url: "/api/account/delete",
    body: { password: admin.password },
    as: admin,
  });
  expect(own.status).toBe(409);
  const second = await shop.signUp({ role: "Admin" });
  await put(shop, admin, second.id, { disabled: true });
  expect((await put(shop, admin, admin.id, { userRole: "member" })).status).toBe(409);
  await put(shop, admin, second.id, { disabled: false });
  expect((await put(shop, admin, admin.id, { userRole: "member" })).status).toBe(200);
  expect(await isSignedIn(shop, admin)).toBe(false);
});

test("the address of an account that joins the staff is told, whoever made the account, and what to do", async () => {
  const shop = await openTestShop();
  const secondConnections = watchSecondConnections(shop.platform);
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  const told = async () => (await mailsTo(shop, person.email)).map(({ text }) => text);
  for (const userRole of ["moderator", "moderator", "member"])
    expect((await put(shop, admin, person.id, { userRole })).status).toBe(200);
  expect(await told()).toEqual([
    expect.stringMatching(
      /given the role 'moderator' by the shop's staff.*If not, set a new password at once/s,
    ),
  ]);
  expect(secondConnections).toEqual([]);
});

test("two admins who take each other's role at once leave one admin", async () => {
  const shop = await openTestShop();
  for (let round = 0; round < 4; round += 1) {
    const a = await shop.signUp({ role: "Admin" });
    const b = await shop.signUp({ role: "Admin" });
    await onlyAdmins(shop, a, b);
    const answers = await Promise.all([
      put(shop, a, b.id, { userRole: "member" }),
      round % 2 === 0
        ? put(shop, b, a.id, { disabled: true })
        : shop.send({ method: "DELETE", url: `/api/users/${a.id}`, as: b }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await shop.platform.db.select().from(users).where(eq(users.role, "Admin"));
    expect(left.filter(({ disabledAt, deletedAt }) => !disabledAt && !deletedAt)).toHaveLength(1);
  }
});

test("a balance set from what was seen is refused once a purchase or a run has moved it; a rename goes on", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  const seen = (await put(shop, admin, person.id, { currentBalance: 10 })).body.data;
  await giveCredits(shop, person, 100);
  await shop.platform.db
    .update(users)
    .set({ membership: "premium", membershipValidity: new Date("2999-01-01") })
    .where(eq(users.id, person.id));

  const { version, currentBalance, userMembership, MembershipValidity } = seen;
  const stale = [
    { currentBalance: 25, version, expected: { currentBalance } },
    { userMembership: "basic", version, expected: { userMembership, MembershipValidity } },
    { userMembership: "basic", version, expected: { userMembership: "premium", MembershipValidity } },
  ];
  for (const body of stale) {
    expect(await put(shop, admin, person.id, body)).toMatchObject({
      status: 409,
      body: {
        code: "STALE_VERSION",
        data: { _id: person.id, currentBalance: 110, userMembership: "premium" },
      },
    });
  }
  const renamed = await put(shop, admin, person.id, { userName: "Carla", version });
  expect(renamed.body.data).toMatchObject({
    userName: "Carla",
    currentBalance: 110,
    userMembership: "premium",
  });
  const set = { currentBalance: 25, version: renamed.body.data.version, expected: { currentBalance: 110 } };
  expect((await put(shop, admin, person.id, set)).body.data.currentBalance).toBe(25);
  await checkLedger(shop.platform.db);
});

test("of two admins who change one balance at once from the same sight of it, one is told of the other", async () => {
  const shop = await openTestShop();
  const [first, second] = [await shop.signUp({ role: "Admin" }), await shop.signUp({ role: "Admin" })];
  for (const change of [{ currentBalance: 40 }, { balanceChange: 15, reason: "For the trouble" }]) {
    const person = await shop.signUp();
    const seen = (await put(shop, first, person.id, { currentBalance: 10 })).body.data;
    const body = { ...change, version: seen.version };
    const answers = await Promise.all([
      put(shop, first, person.id, body),
      put(shop, second, person.id, { ...body, balanceChange: undefined, currentBalance: 30 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const saved = answers.find(({ status }) => status === 200)!.body.data;
    expect(answers.find(({ status }) => status === 409)!.body.data).toEqual(saved);
  }
});

test("a change of a balance whose answer was lost is booked once", async () => {
  const shop = await openTestShop();
  const [admin, person, other] = [
    await shop.signUp({ role: "Admin" }),
    await shop.signUp(),
    await shop.signUp(),
  ];
  for (const one of [person, other]) await giveCredits(shop, one, 10);
  const reason = "For the trouble";
  const add = { balanceChange: 15, reason, expected: { currentBalance: 10 }, idempotencyKey: "add" };
  const once = await Promise.all([1, 2, 3].map(() => put(shop, admin, person.id, add)));
  for (const { status, body } of once) expect([status, body.data?.currentBalance]).toEqual([200, 25]);
  const set = { currentBalance: 40, reason, expected: { currentBalance: 25 }, idempotencyKey: "set" };
  const named = { userName: "Another", balanceChange: undefined };
  for (let time = 0; time < 2; time += 1)
    expect((await put(shop, admin, person.id, set)).body.data.currentBalance).toBe(40);
  expect((await put(shop, admin, person.id, add)).body.data.currentBalance, "what stands now").toBe(40);
  expect((await put(shop, admin, person.id, { ...add, idempotencyKey: "anew" })).status).toBe(409);
  for (const others of [
    { ...add, balanceChange: 50 },
    { ...set, currentBalance: 41 },
    { ...add, ...named },
    { ...set, reason: "For nothing" },
    { ...set, userName: "Another" },
    { ...set, userRole: "moderator" },
    { ...set, userMembership: "premium" },
    { ...set, disabled: true },
  ])
    expect((await put(shop, admin, person.id, others)).status, "other contents").toBe(409);
  expect((await put(shop, admin, person.id, { userName: "Ada" })).status).toBe(200);
  expect((await put(shop, admin, person.id, { ...set, userName: "Ada" })).status, "what stands").toBe(200);
  expect((await put(shop, admin, other.id, add)).body.data.currentBalance, "another person").toBe(25);
  const lines = await shop.platform.db.select().from(auditLog);
  expect(lines.filter(({ action }) => action === "PUT /api/users/{id}")).toHaveLength(4);
  await checkLedger(shop.platform.db);
});

test("an amount is booked with its reason on whatever the balance is by then, never below 0, and above a million only what takes", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  await giveCredits(shop, person, 10);
  const booked = (amount: number) =>
    put(shop, admin, person.id, { balanceChange: amount, reason: "For the trouble" });
  const both = await Promise.all([booked(15), booked(-3), giveCredits(shop, person, 100)]);
  expect(both.slice(0, 2).map((answer) => answer?.status)).toEqual([200, 200]);
  expect((await booked(-122)).body.data.currentBalance).toBe(0);
  expect(await booked(-1)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  expect((await booked(1_000_000)).status).toBe(200);
  expect((await booked(1)).status).toBe(409);
  await giveCredits(shop, person, 500_000);
  expect((await booked(-1)).body.data.currentBalance).toBe(1_499_999);
  const bookings = await shop.platform.db
    .select()
    .from(creditBookings)
    .where(eq(creditBookings.userId, person.id));
  const adjustments = bookings.filter(({ reason }) => reason === "adjustment");
  expect(adjustments).toHaveLength(5);
  for (const booking of adjustments)
    expect(booking).toMatchObject({ note: "For the trouble", actorId: admin.id });
  await checkLedger(shop.platform.db);
});

test("the documented body without a version changes no field that its sender left as it was shown", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const other = await shop.signUp({ role: "Admin" });
  for (const url of ["/users", "/users?userEmail="]) {
    const person = await shop.signUp();
    await giveCredits(shop, person, 10);
    const list = await shop.send({ url: url.replace(/=$/, `=${person.email}`), as: admin });
    const shown = list.body.find(({ _id }: { _id: string }) => _id === person.id);
    const { UserEmail, userName, userRole, userMembership, currentBalance } = shown;
    const body = { UserEmail, userName, userRole, userMembership, currentBalance };
    await giveCredits(shop, person, 100);
    await put(shop, other, person.id, { userRole: "Seller", userMembership: "premium", userName: "Theirs" });

    const set = await put(shop, admin, person.id, { ...body, userName: "Mine" });
    expect(set).toMatchObject({
      status: 200,
      body: {
        data: { userName: "Mine", userRole: "Seller", userMembership: "premium", currentBalance: 110 },
      },
    });
    // The answer has shown what stands, so that the same body is a change by now.
    const again = await put(shop, admin, person.id, body);
    expect(again.body.data).toMatchObject(body);
    // A part of it leaves nothing: it says what shall be.
    await giveCredits(shop, person, 5);
    expect((await put(shop, admin, person.id, { currentBalance })).body.data).toMatchObject({
      currentBalance,
    });
  }
});
