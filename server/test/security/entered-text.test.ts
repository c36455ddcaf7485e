import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { tickets } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";
import { signInAs } from "../accounts/helpers.ts";
import { openFederatedShop, signInBy } from "../accounts/identity.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { codeOf } from "../helpers/totp.ts";
import { addCoupon, check, tryOrder } from "../payments/coupon-shop.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";

const wide = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));

test("a name holds nothing unseen that turns or hides what it stands in, and is blank where it shows nothing", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp({ name: "\u202eAd\u00admin\u200b\u2066 Example\ufeff" });
  const profile = (body: object) =>
    shop.send({ method: "PUT", url: `/update-user-profile/${person.id}`, as: person, body });
  const [kept] = (await shop.send({ url: "/users", as: person })).body;
  expect(kept.userName).toBe("Admin Example");
  for (const userName of ["می‌خواهم", "👩‍💻 कर्‍म", "葛\u{e0100}", "‏שלום (2)"])
    expect((await profile({ userName })).body.data.userName, "scripts and emoji").toBe(userName);
  for (const userName of ["\u200b", "\u3164", "\u200d \u2060", "\ufe0f"])
    expect((await profile({ userName })).body.fields).toEqual({ userName: "Please enter your name" });
  const { phone, city } = (await profile({ phone: "\u202a+49 30 1234\u202c", city: "Zu\u0308rich" })).body
    .data;
  expect([phone, city]).toEqual(["+49 30 1234", "Zürich"]);
});

test("a name that another service tells is kept as one that is typed, and by the address where it shows nothing", async () => {
  const { shop } = await openFederatedShop();
  const nameOf = async (login: string, name: string) => {
    const email = `${login}@example.com`;
    await signInBy(shop, "google", { login, email, name });
    const [kept] = await shop.platform.db.select().from(users).where(eq(users.email, email));
    return kept!.name;
  };
  expect(await nameOf("turned", "\u202eAd\u00admin\u200b\u2066 Example\ufeff")).toBe("Admin Example");
  expect(await nameOf("blank", "\u200b\u2060")).toBe("blank");
});

test("an address that was pasted with unseen or full-width characters is the account that it says", async () => {
  const shop = await openTestShop();
  const { password, email } = await shop.signUp({ email: "pasted@example.com" });
  for (const pasted of [`\u200b${email}\ufeff`, `\u2060\u00a0${email}\u00ad `, wide(email)]) {
    expect((await signInAs(shop, pasted, password)).status, pasted).toBe(200);
    const body = { name: "Again", email: pasted, password };
    const again = await shop.send({ method: "POST", url: "/api/auth/sign-up/email", body });
    expect(again.body.code).toBe("USER_ALREADY_EXISTS");
    const reset = { method: "POST", url: "/api/auth/request-password-reset", body: { email: pasted } };
    expect((await shop.send(reset)).status).toBe(200);
  }
  // Looked at blank by blank it would take minutes.
  expect((await signInAs(shop, `a${" ".repeat(900_000)}a`, password)).status).toBe(400);
  const inner = await signInAs(shop, "pas\u200bted@example.com", password);
  expect([inner.status, inner.body.code]).toEqual([400, "INVALID_EMAIL"]);
});

test("a code opens as it was given out, whatever came along when it was copied", async () => {
  const s = await openPaypalShop();
  await addCoupon(s, { code: "summer-10" });
  for (const pasted of [
    "\ufeffSUMMER-10\u200b",
    wide("summer-10"),
    "SUM\u00adMER\u201110",
    "\u00a0Summer‑10 ",
  ])
    expect((await check(s, pasted)).body.data?.code, pasted).toBe("SUMMER-10");
  expect((await tryOrder(s, "SUMMER-10\u200b")).body.data.couponCode).toBe("SUMMER-10");

  const { shop } = s;
  const person = await shop.signUp();
  const send = (path: string, body: object, cookie: string) =>
    shop.send({ method: "POST", url: `/api/auth/${path}`, body, headers: { cookie } });
  const { totpURI, backupCodes } = (
    await send("two-factor/enable", { password: person.password }, person.cookie)
  ).body;
  const code = codeOf(totpURI);
  const typed = wide(`${code.slice(0, 3)}\u00a0${code.slice(3)}\u200b`);
  expect((await send("two-factor/verify-totp", { code: typed }, person.cookie)).status).toBe(200);
  const begun = await signInAs(shop, person.email, person.password);
  const cookie = [begun.headers["set-cookie"] ?? []].flat().map((each) => String(each).split(";")[0]);
  const backup = { code: `\ufeff${backupCodes[0]!.replace("-", "\u2011")}\u200b` };
  expect((await send("two-factor/verify-backup-code", backup, cookie.join("; "))).status).toBe(200);
});

test("letters with accents are found whether they and their accents were kept as one or apart", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const [composed, apart] = ["Renée Zoë", "Renée Zoë".normalize("NFD")];
  const [now, before] = [await shop.signUp({ name: apart }), await shop.signUp()];
  const { db } = shop.platform;
  // As a release kept it that took names as they came.
  await db.update(users).set({ name: apart }).where(eq(users.id, before.id));
  const ticket = { subject: apart, message: `${apart} has a question` };
  for (const as of [now, before])
    expect((await shop.send({ method: "POST", url: "/new-support-message", body: ticket, as })).status).toBe(
      201,
    );
  await db.update(tickets).set({ subject: apart, message: apart }).where(eq(tickets.userId, before.id));
  const design = { name: apart, from: { kind: "colour", colour: "#112233" } };
  const made = await shop.send({ method: "POST", url: "/api/designs", body: design, as: now });
  expect(made.body.data.name).toBe(composed);
  const found = async (path: string, q: string, as = admin) =>
    (await shop.send({ url: `${path}?q=${encodeURIComponent(q)}`, as })).body;
  for (const q of [composed, apart, "zoë", "Zoë".normalize("NFD"), "renée\u200b"]) {
    expect(await found("/users", q), q).toHaveLength(2);
    expect(await found("/support-messages", q)).toHaveLength(2);
    expect((await found("/api/search", q)).data).toHaveLength(4);
    expect((await found("/api/designs", q, now)).data).toHaveLength(1);
    expect((await found("/api/gallery", q, now)).data).toHaveLength(1);
  }
});

test("a filter takes an address as long as an account's may be, and no longer one", async () => {
  const shop = await openTestShop();
  const as = await shop.signUp({ role: "Admin" });
  for (const filter of ["/api/audit-log?actor=", "/support-messages?email="]) {
    const ask = async (length: number) =>
      (await shop.send({ url: `${filter}${"a".repeat(length)}`, as })).status;
    expect([await ask(254), await ask(255)], filter).toEqual([200, 400]);
  }
});
