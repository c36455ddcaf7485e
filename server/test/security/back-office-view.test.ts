import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { backOfficeHeader } from "#contract/call.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";

/** Written down a second time on purpose: what tells an admin more than others. */
const told = [
  "/api/about-section",
  "/api/banner-section",
  "/api/contact-page",
  "/api/features-section",
  "/api/footer-section",
  "/api/gemini-keys",
  "/api/pages/{slug}",
  "/api/paypal-settings",
  "/api/shop-settings",
  "/api/testimonials",
  "/item/{id}",
  "/items",
  "/package/{id}",
  "/packages",
];
const headers = { [backOfficeHeader]: "1" };

async function stock(shop: TestShop) {
  const admin = await shop.signUp({ role: "Admin" });
  const add = async (url: string, body: object) =>
    (await shop.send({ method: "POST", url, as: admin, body })).body.data._id as string;
  const item = await add("/add-item", { itemName: "Recipes", price: 5, accessUrl: "https://goods.example/" });
  const found = await add("/add-package", { packageName: "Starter", price: 5, credit: 5 });
  const paths: Record<string, string> = {
    "/item/{id}": `/item/${item}`,
    "/package/{id}": `/package/${found}`,
    "/api/pages/{slug}": "/api/pages/terms",
  };
  return { admin, item, urlOf: (path: string) => paths[path] ?? path };
}

test("what the back office reads is answered to an admin or not at all", async () => {
  const shop = await openTestShop();
  expect(
    shop.calls
      .filter(({ tellsAdminsMore }) => tellsAdminsMore)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(told);
  const { admin, urlOf } = await stock(shop);
  const [member, moderator] = [await shop.signUp(), await shop.signUp({ role: "moderator" })];
  for (const url of told.map(urlOf)) {
    const codes = [];
    for (const as of [null, member, moderator, admin]) {
      const { status, body } = await shop.send({ url, as, headers });
      codes.push(status === 200 ? 200 : body.code);
    }
    expect(codes, url).toEqual(["UNAUTHENTICATED", "FORBIDDEN", "FORBIDDEN", 200]);
  }
});

test("without its header everyone reads what they always read", async () => {
  const shop = await openTestShop();
  const { admin, urlOf } = await stock(shop);
  for (const url of told.filter((path) => path !== "/api/gemini-keys").map(urlOf))
    expect((await shop.send({ url })).status, url).toBe(200);
  const page = await shop.send({ url: "/api/viewer", headers });
  expect(page).toMatchObject({ status: 200, body: { data: { user: null } } });
  await shop.platform.db.delete(sessions).where(eq(sessions.userId, admin.id));
  expect((await shop.send({ url: "/items", as: admin })).body[0]).toMatchObject({ accessUrl: "" });
});

test("an admin who owes a second factor is told so, and not what everyone is told", async () => {
  const shop = await openTestShop();
  const { admin, item } = await stock(shop);
  const body = { staffFactorRequired: true };
  expect((await shop.send({ method: "PUT", url: "/api/shop-settings", as: admin, body })).status).toBe(200);
  const url = `/item/${item}`;
  const asked = await shop.send({ url, as: admin, headers });
  expect(asked).toMatchObject({ status: 403, body: { code: "FACTOR_REQUIRED" } });
});
