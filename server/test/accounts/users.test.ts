import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop, type Person } from "../helpers/test-shop.ts";

test("a member reads the own record alone, whatever e-mail is asked for", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp({ name: "Ada" });
  const other = await shop.signUp();
  const own = await shop.send({ url: "/users", as: person });
  expect(own.body).toHaveLength(1);
  expect(own.body[0]).toMatchObject({
    _id: person.id,
    userName: "Ada",
    userEmail: person.email,
    UserEmail: person.email,
    email: person.email,
    userRole: "member",
    userMembership: "free",
    currentBalance: 0,
  });
  const byEmail = await shop.send({ url: `/users?userEmail=${person.email.toUpperCase()}`, as: person });
  expect(byEmail.body).toEqual(own.body);
  for (const email of [other.email, "nobody@example.com", "", "%25"]) {
    const answer = await shop.send({ url: `/users?userEmail=${email}`, as: person });
    expect([answer.status, answer.body]).toEqual([200, []]);
  }
});

test("members, sellers and moderators read no other person and no admins; an admin's list of admins follows the role", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  for (const role of ["member", "Seller", "moderator"] as const) {
    const person = await shop.signUp({ role });
    const all = await shop.send({ url: "/users", as: person });
    expect(
      all.body.map((user: { _id: string }) => user._id),
      role,
    ).toEqual([person.id]);
    expect((await shop.send({ url: "/users/admins", as: person })).body, role).toEqual([]);
  }
  const answer = await shop.send({ url: "/users/admins", as: admin });
  expect(answer.body).toContainEqual({ UserEmail: admin.email });
  expect((await shop.send({ url: "/users/admins" })).status).toBe(401);
});

test("a query that says what the list has not is answered 400", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  for (const query of [
    "userEmail=a@example.com&userEmail=b@example.com",
    "userEmail[]=a@example.com",
    "userEmail[ne]=",
    "page=0",
    "page=1.5",
    "pageSize=101",
    "sort=password",
    "order=up",
    `q=${"a".repeat(201)}`,
    "q=%00",
  ])
    expect((await shop.send({ url: `/users?${query}`, as: admin })).status, query).toBe(400);
});

test("an admin searches, sorts, filters and pages in the database, with the total beside", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin", name: "Zoe" });
  for (const name of ["anna", "Bert", "Cara", "100%", "under_score"]) await shop.signUp({ name });
  await shop.signUp({ name: "Sel", role: "Seller" });
  const names = async (query: string) => {
    const answer = await shop.send({ url: `/users?${query}`, as: admin });
    return answer.body.map(({ userName }: { userName: string }) => userName);
  };
  const sorted = await names("sort=userName&q=person");
  expect(sorted).toEqual(["100%", "anna", "Bert", "Cara", "Sel", "under_score", "Zoe"]);
  expect(await names("sort=userName&order=desc&page=1&pageSize=1&q=person")).toEqual(["Zoe"]);
  expect(await names("q=%25")).toEqual(["100%"]);
  expect(await names("q=r_s")).toEqual(["under_score"]);
  expect(await names("userRole=Seller")).toEqual(["Sel"]);
  for (const sort of ["currentBalance", "userRole", "userMembership", "createdAt"]) {
    const pages = [
      await names(`sort=${sort}&page=1&pageSize=4`),
      await names(`sort=${sort}&page=2&pageSize=4`),
    ];
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
  }
  const page = await shop.send({ url: "/users?page=2&pageSize=3", as: admin });
  expect(Number(page.headers["x-total-count"])).toBeGreaterThanOrEqual(7);
  expect(page.headers.link).toContain('rel="prev"');
});

test("create-user fills what is blank of the own record, any number of times, and nothing else", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp({ name: "Ada" });
  const send = (body: object, as: Person | null = person) =>
    shop.send({ method: "POST", url: "/api/create-user", body, as });
  const body = {
    userName: "Somebody else",
    userEmail: person.email.toUpperCase(),
    profileURL: "https://example.com/a.png",
    userRole: "Admin",
    currentBalance: 900,
    userMembership: "premium",
  };
  for (let n = 0; n < 2; n += 1) {
    const answer = await send(body);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      userName: "Ada",
      profileURL: "https://example.com/a.png",
      userRole: "member",
      currentBalance: 0,
      userMembership: "free",
    });
  }
  await send({ ...body, profileURL: "https://example.com/b.png" });
  expect((await shop.send({ url: "/users", as: person })).body[0].profileURL).toBe(
    "https://example.com/a.png",
  );
  expect(await send({ ...body, userEmail: "other@example.com" })).toMatchObject({
    status: 403,
    body: { error: "Failed to create user" },
  });
  expect((await send(body, null)).status).toBe(401);
  await shop.platform.db.execute(sql`update users set name = '' where id = ${person.id}`);
  expect((await send(body)).body.data.userName).toBe("Somebody else");
});

test("update-user-balance and update-user-membership grant nothing and ignore whom they name", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const other = await shop.signUp();
  for (const [url, body] of [
    ["/update-user-balance", { userEmail: other.email, credit: 500 }],
    [
      "/update-user-membership",
      { userEmail: other.email, MembershipValidity: "2099-01-01", userMembership: "premium" },
    ],
    ["/update-user-balance", { credit: "NaN", anything: [1] }],
    ["/update-user-balance", undefined],
  ] as const) {
    const answer = await shop.send({ method: "PUT", url, body, as: person });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { _id: person.id, currentBalance: 0, userMembership: "free" } },
    });
  }
  expect((await shop.send({ url: "/users", as: other })).body[0]).toMatchObject({ currentBalance: 0 });
  expect((await shop.send({ method: "PUT", url: "/update-user-balance", body: {} })).status).toBe(401);
});
