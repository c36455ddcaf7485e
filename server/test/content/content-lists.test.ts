import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { newCode, newId } from "#server/db/ids.ts";
import { seedContent } from "#server/db/seed/seed-content.ts";
import { media } from "#server/db/tables/content.ts";
import { orders } from "#server/db/tables/orders.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

const lists = [
  {
    url: "/api/features-section",
    added: "Feature added successfully!",
    entry: { title: "Quick", description: "It is." },
    blank: { title: " ", description: "x" },
    part: "features-section",
  },
  {
    url: "/api/testimonials",
    added: "Testimonial created successfully!",
    entry: { quote: "Good.", authorName: "Ada", authorTitle: "Engineer" },
    blank: { quote: "Good.", authorName: "", authorTitle: "x" },
    part: "testimonials",
  },
];

type List = (typeof lists)[number];

async function listShop() {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  return { shop, admin };
}

async function add(shop: TestShop, admin: Person, url: string, body: object) {
  const answer = await shop.send({ method: "POST", url, as: admin, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

/** Entries that are added, switched off and deleted show to visitors at once. */
async function expectSeenAtOnce(shop: TestShop, admin: Person, list: List): Promise<void> {
  const seen = async () => (await shop.send({ url: list.url })).body.data;
  const before = (await seen()).length;
  const made = await shop.send({ method: "POST", url: list.url, as: admin, body: list.entry });
  expect(made).toMatchObject({ status: 201, body: { success: true, message: list.added } });
  const { _id } = made.body.data;
  expect(await seen()).toHaveLength(before + 1);
  const off = await shop.send({ method: "PATCH", url: `${list.url}/${_id}/toggle`, as: admin });
  expect(off.body.data.isActive).toBe(false);
  expect(await seen()).toHaveLength(before);
  expect((await shop.send({ url: list.url, as: admin })).body.data).toHaveLength(before + 1);
  await shop.send({ method: "PATCH", url: `${list.url}/${_id}/toggle`, as: admin });
  expect(await seen()).toHaveLength(before + 1);
  expect((await shop.send({ method: "DELETE", url: `${list.url}/${_id}`, as: admin })).status).toBe(200);
  expect(await seen()).toHaveLength(before);
  for (const id of [_id, "nonsense", "0".repeat(24)]) {
    const gone = await shop.send({ method: "DELETE", url: `${list.url}/${id}`, as: admin });
    expect(gone.status).toBe(404);
  }
}

/** A stale edit is refused with what stands now, a blank required text too. */
async function expectRefused(shop: TestShop, admin: Person, list: List): Promise<void> {
  const made = await add(shop, admin, list.url, list.entry);
  const put = (body: object) => shop.send({ method: "PUT", url: `${list.url}/${made._id}`, as: admin, body });
  const first = await put({ ...list.entry, version: made.version });
  expect(first.status).toBe(200);
  const second = await put({ ...list.entry, version: made.version });
  expect(second).toMatchObject({ status: 409, body: { code: "STALE_VERSION", data: first.body.data } });
  expect((await put(list.blank)).status).toBe(400);
  expect((await shop.send({ method: "POST", url: list.url, as: admin, body: list.blank })).status).toBe(400);
  expect((await shop.send({ method: "POST", url: list.url, as: admin, body: {} })).status).toBe(400);
}

/** The whole list of a former state comes back, with deleted entries under their ids. */
async function expectBroughtBack(shop: TestShop, admin: Person, list: List): Promise<void> {
  const kept = await add(shop, admin, list.url, list.entry);
  const versions = `/api/content/${list.part}/versions`;
  const [state] = (await shop.send({ url: versions, as: admin })).body.data;
  await shop.send({ method: "DELETE", url: `${list.url}/${kept._id}`, as: admin });
  const extra = await add(shop, admin, list.url, list.entry);
  const back = await shop.send({ method: "POST", url: `${versions}/${state.version}/restore`, as: admin });
  expect(back.status, back.text).toBe(200);
  const ids = (await shop.send({ url: list.url })).body.data.map(({ _id }: { _id: string }) => _id);
  expect(ids).toContain(kept._id);
  expect(ids).not.toContain(extra._id);
}

test("a list shows each change at once, refuses what is stale or blank, and comes back as it was", async () => {
  const { shop, admin } = await listShop();
  for (const list of lists) {
    await expectSeenAtOnce(shop, admin, list);
    await expectRefused(shop, admin, list);
    await expectBroughtBack(shop, admin, list);
  }
});

test("a new feature is active, of the default category, and stands after the last; the first has order 0", async () => {
  const { shop, admin } = await listShop();
  const url = "/api/features-section";
  for (const { _id } of (await shop.send({ url, as: admin })).body.data) {
    await shop.send({ method: "DELETE", url: `${url}/${_id}`, as: admin });
  }
  const entry = { title: "A", description: "B" };
  expect(await add(shop, admin, url, entry)).toMatchObject({
    order: 0,
    isActive: true,
    category: "AI Features",
    icon: "",
  });
  expect(await add(shop, admin, url, { ...entry, order: 7 })).toMatchObject({ order: 7 });
  expect(await add(shop, admin, url, entry)).toMatchObject({ order: 8 });
  expect(await add(shop, admin, url, { ...entry, order: "soon" })).toMatchObject({ order: 0 });
  expect((await shop.send({ method: "POST", url, as: admin, body: { ...entry, order: -1 } })).status).toBe(
    400,
  );
  const orders = (await shop.send({ url })).body.data.map(({ order }: { order: number }) => order);
  expect(orders).toEqual([0, 0, 7, 8]);
});

test("a feature's icon is an image address or a class, never a script or another host's address in disguise", async () => {
  const { shop, admin } = await listShop();
  const url = "/api/features-section";
  for (const icon of ["", "icon-mail", "fas fa-star", "https://a.example/i.png", "/uploads/abc"]) {
    expect((await add(shop, admin, url, { title: "A", description: "B", icon })).icon).toBe(icon);
  }
  const disguised = ["/\\evil.example/i.png", "/..//evil.example/i.png", "/\t/evil.example/i.png"];
  const noAddresses = ["https://", "https://a b/i.png"];
  for (const icon of [
    ...["javascript:alert(1)", "//evil.example/i.png", 'x" onload="y', "<svg>"],
    ...disguised,
    ...noAddresses,
  ]) {
    const body = { title: "A", description: "B", icon };
    expect((await shop.send({ method: "POST", url, as: admin, body })).status, icon).toBe(400);
  }
});

test("lists page, sort and search on the server and tell how many there are", async () => {
  const { shop, admin } = await listShop();
  const url = "/api/features-section";
  for (const title of ["Needle one", "Needle two", "Needle three"]) {
    await add(shop, admin, url, { title, description: "Hay" });
  }
  const found = await shop.send({
    url: `${url}?q=needle&page=1&pageSize=2&sort=title&order=desc`,
    as: admin,
  });
  expect(found.body.data.map(({ title }: { title: string }) => title)).toEqual([
    "Needle two",
    "Needle three",
  ]);
  expect(found.headers["x-total-count"]).toBe("3");
  expect((await shop.send({ url: `${url}?sort=password` })).status).toBe(400);
  expect((await shop.send({ url: `${url}?page=0` })).status).toBe(400);
});

test("the seed fills every part once, and leaves alone what an admin changed or deleted", async () => {
  const { shop, admin } = await listShop();
  await shop.platform.db.transaction((tx) => seedContent(tx, { demo: true }));
  const features = (await shop.send({ url: "/api/features-section", as: admin })).body.data;
  expect(features.length).toBeGreaterThanOrEqual(6);
  for (const { _id } of features) {
    await shop.send({ method: "DELETE", url: `/api/features-section/${_id}`, as: admin });
  }
  await shop.send({ method: "PUT", url: "/api/banner-section", as: admin, body: { mainTitle: "Mine" } });
  const replies = () => shop.send({ url: "/api/support/canned-replies", as: admin });
  const [first, ...others] = (await replies()).body;
  expect(others).toHaveLength(4);
  await shop.send({ method: "DELETE", url: `/api/support/canned-replies/${first._id}`, as: admin });
  await shop.platform.db.transaction((tx) => seedContent(tx, { demo: true }));
  expect((await replies()).body).toEqual(others);
  expect((await shop.send({ url: "/api/features-section" })).body.data).toEqual([]);
  expect((await shop.send({ url: "/api/banner-section" })).body.data.mainTitle).toBe("Mine");
});

test("a picture of the library can be described, and deleted only while nothing shows it", async () => {
  const { shop, admin } = await listShop();
  const [row] = await shop.platform.db
    .insert(media)
    .values({ url: "/uploads/pic1", purpose: "library", width: 10, height: 10, bytes: 99 })
    .returning();
  await shop.platform.db.insert(media).values({ url: "/uploads/face", width: 10, height: 10, bytes: 99 });
  const alt = await shop.send({
    method: "PATCH",
    url: `/api/media/${row!.id}`,
    as: admin,
    body: { alt: "A hammer" },
  });
  expect(alt.body.data).toMatchObject({ alt: "A hammer", usedIn: [] });
  await shop.send({
    method: "PUT",
    url: "/api/contact-page",
    as: admin,
    body: { imageUrl: "/uploads/pic1" },
  });
  const library = (await shop.send({ url: "/api/media", as: admin })).body;
  expect(library).toHaveLength(1);
  expect(library[0].usedIn).toEqual(["contact-page"]);
  expect((await shop.send({ method: "DELETE", url: `/api/media/${row!.id}`, as: admin })).status).toBe(409);
  await shop.send({ method: "PUT", url: "/api/contact-page", as: admin, body: { imageUrl: "" } });
  expect((await shop.send({ method: "DELETE", url: `/api/media/${row!.id}`, as: admin })).status).toBe(200);
  expect((await shop.send({ url: "/api/media", as: admin })).body).toEqual([]);
});

test("a picture of the library stays while undoing a reset would show it", async () => {
  const { shop, admin } = await listShop();
  const url = "/uploads/pic1";
  const [row] = await shop.platform.db
    .insert(media)
    .values({ url, purpose: "library", width: 10, height: 10, bytes: 99 })
    .returning();
  const remove = () => shop.send({ method: "DELETE", url: `/api/media/${row!.id}`, as: admin });
  const contact = (method: string, path = "", body?: object) =>
    shop.send({ method, url: `/api/contact-page${path}`, as: admin, body });
  await contact("PUT", "", { imageUrl: url });
  await contact("POST", "/reset");
  const refused = await remove();
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body.message).toBe("This picture is shown in: contact-page before its reset.");
  expect((await contact("POST", "/restore")).body.data.imageUrl).toBe(url);
  await contact("PUT", "", { imageUrl: "" });
  expect((await remove()).status).toBe(200);
});

test("a picture that is being put on show can't be deleted in the same moment", async () => {
  const { shop, admin } = await listShop();
  const { db } = shop.platform;
  const client = new pg.Client({ connectionString: shop.connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  const writes: ((url: string) => Parameters<typeof shop.send>[0])[] = [
    (imageUrl) => ({ method: "PUT", url: "/api/contact-page", body: { imageUrl } }),
    (imageUrl) => ({
      method: "POST",
      url: "/api/testimonials",
      body: { ...lists[1]!.entry, authorImage: imageUrl },
    }),
    (imageUrl) => ({ method: "POST", url: "/add-item", body: { itemName: "I", price: 1, imageUrl } }),
  ];
  for (const [at, write] of writes.entries()) {
    const url = `/uploads/${String(at).repeat(32)}.png`;
    const picture = { url, purpose: "library" as const, width: 10, height: 10, bytes: 99 };
    const [row] = await db.insert(media).values(picture).returning();
    // Both end with a line of the log, so that neither has committed where both wait.
    await client.query("begin; lock table audit_log in exclusive mode");
    const saved = shop.send({ ...write(url), as: admin });
    await untilWaiting(db, 1);
    const removed = shop.send({ method: "DELETE", url: `/api/media/${row!.id}`, as: admin });
    await untilWaiting(db, 2);
    await client.query("rollback");
    expect((await saved).status, url).toBeLessThan(300);
    expect((await removed).status, url).toBe(409);
  }
});

test("a picture of the library stays while a buyer's order, a receipt or a person shows it", async () => {
  const { shop, admin } = await listShop();
  const { db } = shop.platform;
  const buyer = await shop.signUp();
  const url = "/uploads/pic1";
  const [row] = await db
    .insert(media)
    .values({ url, purpose: "library", width: 10, height: 10, bytes: 99 })
    .returning();
  const remove = () => shop.send({ method: "DELETE", url: `/api/media/${row!.id}`, as: admin });
  const bought = {
    ...{ id: newId(), orderId: newCode(), paymentId: newCode(), kind: "item" as const, userId: buyer.id },
    ...{ productId: newId(), productName: "Kit", priceMinor: 900, totalMinor: 900, currency: "USD" },
    ...{ customerName: "Ada", customerEmail: buyer.email, address: "1 Road", country: "Norway" },
  };
  const seller = { shopName: "Shop", name: "", address: "", vatId: "", note: "", logoUrl: url };
  await db.insert(orders).values({ ...bought, imageUrl: url, seller });
  const profile = { method: "PUT", url: `/update-user-profile/${buyer.id}`, as: buyer };
  expect((await shop.send({ ...profile, body: { profileURL: url } })).status).toBe(200);
  const refused = await remove();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This picture is shown in: orders, receipts, a profile.",
  ]);
  const [shown] = (await shop.send({ url: "/api/media", as: admin })).body;
  expect(shown.usedIn).toEqual(["orders", "receipts", "a profile"]);
  await db.update(orders).set({ imageUrl: "" });
  expect((await remove()).body.message).toContain("receipts, a profile.");
  await db.update(orders).set({ seller: null });
  expect((await remove()).body.message).toContain(": a profile.");
  await shop.send({ ...profile, body: { profileURL: "" } });
  expect((await remove()).status).toBe(200);
});

test("a shop that is no demo begins with its features, and without invented testimonials", async () => {
  const { shop } = await listShop();
  await shop.platform.db.transaction((tx) => seedContent(tx, { demo: false }));
  const shown = async (url: string) => (await shop.send({ url })).body.data.length;
  expect(await shown("/api/features-section")).toBeGreaterThan(0);
  expect(await shown("/api/testimonials")).toBe(0);
});
