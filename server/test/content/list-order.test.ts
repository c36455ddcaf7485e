import { expect, test } from "vitest";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

type Entry = { _id: string; version: number };

const lists = [
  {
    name: "features",
    url: "/api/features-section",
    add: "/api/features-section",
    body: (name: string) => ({ title: name, description: "x" }),
    subject: "features-section:order",
  },
  {
    name: "testimonials",
    url: "/api/testimonials",
    add: "/api/testimonials",
    body: (name: string) => ({ quote: "x", authorName: name, authorTitle: "x" }),
    subject: "testimonials:order",
  },
  {
    name: "packages",
    url: "/packages",
    add: "/add-package",
    body: (name: string) => ({ packageName: name, price: 1, credit: 1 }),
    subject: "packages:order",
  },
  {
    name: "items",
    url: "/items",
    add: "/add-item",
    body: (name: string) => ({ itemName: name, price: 1 }),
    subject: "items:order",
  },
];

type List = (typeof lists)[number];

async function shopWith(...filled: List[]) {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  for (const list of filled) await fill(shop, admin, list);
  return { shop, admin };
}

async function fill(shop: TestShop, admin: Person, list: List): Promise<void> {
  for (const entry of await shown(shop, list)) {
    const url = list.name === "features" ? `${list.url}/${entry._id}` : null;
    if (url) await shop.send({ method: "DELETE", url, as: admin });
  }
  for (const name of ["One", "Two", "Three"]) {
    const made = await shop.send({ method: "POST", url: list.add, as: admin, body: list.body(name) });
    expect(made.status, made.text).toBe(201);
  }
}

async function shown(shop: TestShop, list: List): Promise<Entry[]> {
  const { body } = await shop.send({ url: list.url });
  return Array.isArray(body) ? body : body.data;
}

const idsOf = (entries: Entry[]) => entries.map(({ _id }) => _id);

function order(shop: TestShop, list: List, as: Person | null, body: object) {
  return shop.send({ method: "PUT", url: `${list.url}/order`, as, body });
}

test("one call gives a list a new order, which visitors of every process see at once", async () => {
  const { shop, admin } = await shopWith(...lists);
  const other = await openTestShop({ database: shop.connectionString });
  for (const list of lists) {
    const before = await shown(other, list);
    const ids = idsOf(before).reverse();
    const saved = await order(shop, list, admin, { ids });
    expect(saved, saved.text).toMatchObject({ status: 200, body: { success: true } });
    expect(idsOf(await shown(shop, list)), list.name).toEqual(ids);
    await expect
      .poll(async () => idsOf(await shown(other, list)), { interval: 5, timeout: 8_000, message: list.name })
      .toEqual(ids);
    const versions = new Map(before.map(({ _id, version }) => [_id, version]));
    for (const { _id, version } of await shown(shop, list))
      expect(version, list.name).toBe(versions.get(_id));
    const lines = (await shop.platform.db.select().from(auditLog)).filter((l) => l.subject === list.subject);
    expect(lines, list.name).toHaveLength(1);
    expect(lines[0]).toMatchObject({ actorId: admin.id });
    expect(lines[0]!.after).not.toEqual(lines[0]!.before);
  }
});

test("unknown, repeated and missing ids change nothing, and entries that are not named keep their places", async () => {
  const { shop, admin } = await shopWith(...lists);
  const member = await shop.signUp();
  for (const list of lists) {
    const ids = idsOf(await shown(shop, list));
    const wrong: [object, number][] = [
      [{ ids: [ids[1], "0".repeat(24)] }, 404],
      [{ ids: ["nonsense"] }, 404],
      [{ ids: [ids[0], ids[0]] }, 400],
      [{ ids: [] }, 400],
      [{ ids: "all" }, 400],
      [{}, 400],
      [{ ids, order: "asc" }, 400],
    ];
    for (const [body, status] of wrong) {
      const what = `${list.name}: ${JSON.stringify(body)}`;
      expect((await order(shop, list, admin, body)).status, what).toBe(status);
    }
    expect((await order(shop, list, null, { ids })).status, list.name).toBe(401);
    expect((await order(shop, list, member, { ids })).status, list.name).toBe(403);
    expect(idsOf(await shown(shop, list)), list.name).toEqual(ids);
    const [first, second, third] = ids;
    await order(shop, list, admin, { ids: [third, first] });
    expect(idsOf(await shown(shop, list)), list.name).toEqual([third, second, first]);
  }
});

test("two admins who order at once leave one of the two orders, whole", async () => {
  const { shop, admin } = await shopWith(...lists);
  for (const list of lists) {
    const ids = idsOf(await shown(shop, list));
    const orders = [[...ids].reverse(), [ids[1]!, ids[2]!, ids[0]!]];
    const answers = await Promise.all(orders.map((each) => order(shop, list, admin, { ids: each })));
    expect(
      answers.map(({ status }) => status),
      list.name,
    ).toEqual([200, 200]);
    expect(orders, list.name).toContainEqual(idsOf(await shown(shop, list)));
  }
});

test("a new item comes first, and a long list is ordered a page at a time", async () => {
  const list = lists.find(({ name }) => name === "items")!;
  const { shop, admin } = await shopWith(list);
  const names = async () =>
    (await shop.send({ url: "/items" })).body.map((item: { itemName: string }) => item.itemName);
  expect(await names()).toEqual(["Three", "Two", "One"]);
  const page = (await shop.send({ url: "/items?page=1&pageSize=2", as: admin })).body as Entry[];
  await order(shop, list, admin, { ids: idsOf(page).reverse() });
  expect(await names()).toEqual(["Two", "Three", "One"]);
  await shop.send({ method: "POST", url: list.add, as: admin, body: list.body("four") });
  expect(await names()).toEqual(["four", "Two", "Three", "One"]);
  expect(
    (await shop.send({ url: "/items?sort=itemName&order=desc" })).body.map(
      (item: { itemName: string }) => item.itemName,
    ),
    "by its letters, large or small",
  ).toEqual(["Two", "Three", "One", "four"]);
});

test("a former state of the testimonials brings their order back too", async () => {
  const list = lists.find(({ name }) => name === "testimonials")!;
  const { shop, admin } = await shopWith(list);
  const ids = idsOf(await shown(shop, list));
  const versions = "/api/content/testimonials/versions";
  const [state] = (await shop.send({ url: versions, as: admin })).body.data;
  await order(shop, list, admin, { ids: [...ids].reverse() });
  await shop.send({ method: "POST", url: `${versions}/${state.version}/restore`, as: admin });
  expect(idsOf(await shown(shop, list))).toEqual(ids);
});
