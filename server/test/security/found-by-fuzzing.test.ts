import { expect, test } from "vitest";
import { countryNamed } from "#contract/countries.ts";
import { openTestShop } from "../helpers/test-shop.ts";

const calendarEnds: [string, number][] = [
  ["/orders?from=0000-01-01", 400],
  ["/item-orders?to=0000-12-31", 400],
  ["/api/orders.csv?from=0000-01-01", 400],
  ["/support-messages?from=0000-01-01&to=9999-12-31", 400],
  ["/api/audit-log?from=0000-01-01", 400],
  ["/api/audit-log?from=0001-01-01&to=9999-12-31", 200],
  ["/orders?from=0001-01-01&to=9999-12-31", 200],
  ["/item-orders?to=9999-12-31", 200],
  ["/api/orders.csv?to=9999-12-31", 200],
  ["/api/movements.csv?from=0000-01-01", 400],
  ["/api/movements.csv?from=0001-01-01&to=9999-12-31", 200],
  ["/support-messages?from=0001-01-01&to=9999-12-31", 200],
];

test("the ends of the calendar, which the database has no moments for, are no fault", async () => {
  const shop = await openTestShop();
  const [admin, person] = [await shop.signUp({ role: "Admin" }), await shop.signUp()];
  for (const [url, status] of calendarEnds) {
    expect((await shop.send({ url, as: admin })).status, url).toBe(status);
  }
  for (const end of ["0000-01-01", "0001-01-01T00:00:00+05:00", "9999-12-31T23:00:00-05:00"]) {
    const body = { userMembership: "premium", MembershipValidity: end };
    const answer = await shop.send({ method: "PUT", url: `/api/users/${person.id}`, body, as: admin });
    expect(answer.status, end).toBe(400);
  }
});

test("the identity provider's answers hold the documented fields of a person and no other", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const fields = ["createdAt", "email", "emailVerified", "id", "image", "name", "updatedAt"];
  const session = await shop.send({ url: "/api/auth/get-session", as: person });
  expect(Object.keys(session.body.user).sort()).toEqual(fields);
  const body = { email: person.email, password: person.password };
  const signedIn = await shop.send({ method: "POST", url: "/api/auth/sign-in/email", body });
  expect(Object.keys(signedIn.body.user).sort()).toEqual(fields);
});

test("a multipart body is no way into a call that reads JSON, not even one without input", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const request = { method: "POST", url: "/api/auth/sign-out", body: "--x--", headers, as: person };
  expect((await shop.send(request)).status).toBe(415);
  expect((await shop.send({ url: "/api/viewer", as: person })).body.data.user.userEmail).toBe(person.email);
});

test.each(["__proto__", "constructor", "toString"])("%s is no country", async (country) => {
  expect(countryNamed(country)).toBeNull();
});
