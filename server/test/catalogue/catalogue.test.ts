import { expect, test } from "vitest";
import { seedItems } from "#server/features/catalogue/items.service.ts";
import { seedPackages } from "#server/features/catalogue/packages.service.ts";
import { openTestShop } from "../helpers/test-shop.ts";

const form = {
  packageName: "Starter",
  price: "6.00",
  credit: "10",
  validity: 30,
  pointOne: "One",
  pointThree: "Three",
};

test("packages: added, edited, archived by admins alone; shown to visitors without the seller's e-mail", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const member = await shop.signUp();
  const add = (body: object, as = admin) => shop.send({ method: "POST", url: "/add-package", as, body });
  expect((await add(form, member)).status).toBe(403);
  const made = await add({ ...form, sellerEmail: "Seller@Example.com" });
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({
    packageName: "Starter",
    price: 6,
    credit: 10,
    validity: 30,
    membershipLevel: "premium",
    pointOne: "One",
    pointTwo: "",
    pointThree: "Three",
    sellerEmail: "seller@example.com",
  });
  const id = made.body.data._id;
  const list = await shop.send({ url: "/packages" });
  expect(list.body).toHaveLength(1);
  expect(list.body[0]).not.toHaveProperty("sellerEmail");
  const edited = await shop.send({
    method: "PUT",
    url: `/edit-package/${id}`,
    as: admin,
    body: { price: 6.5, pointOne: "", membershipLevel: "basic", version: 1 },
  });
  expect(edited.body.data).toMatchObject({
    price: 6.5,
    pointOne: "",
    pointThree: "Three",
    membershipLevel: "basic",
    credit: 10,
  });
  const stale = await shop.send({
    method: "PUT",
    url: `/edit-package/${id}`,
    as: admin,
    body: { price: 1, version: 1 },
  });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ code: "STALE_VERSION", data: { price: 6.5, version: 2 } });
  for (const unknown of ["0".repeat(24), "nonsense", "%F0%9F%98%80"]) {
    const missing = await shop.send({ url: `/package/${unknown}` });
    expect([missing.status, missing.body.message]).toEqual([404, "Failed to fetch package"]);
  }
  expect((await shop.send({ method: "DELETE", url: `/package/${id}`, as: admin })).status).toBe(200);
  expect((await shop.send({ url: `/package/${id}` })).status).toBe(404);
  expect((await shop.send({ method: "DELETE", url: `/package/${id}`, as: admin })).status).toBe(404);
  const log = await shop.send({ url: "/api/audit-log", as: admin });
  expect(log.body.map((line: { action: string }) => line.action)).toEqual([
    "DELETE /package/{id}",
    "PUT /edit-package/{id}",
    "POST /add-package",
  ]);
});

test("the third package is the last, also for many that come at once; archiving frees a place", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const add = () => shop.send({ method: "POST", url: "/add-package", as: admin, body: form });
  const answers = await Promise.all(Array.from({ length: 8 }, add));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
  const refused = answers.find((answer) => answer.status !== 201);
  expect([refused?.status, refused?.body.message]).toEqual([409, "Maximum 3 packages allowed"]);
  const { body } = await shop.send({ url: "/packages" });
  expect(new Set(body.map((one: { order: number }) => one.order)).size).toBe(3);
  await shop.send({ method: "DELETE", url: `/package/${body[0]._id}`, as: admin });
  expect((await add()).status).toBe(201);
});

test("an archived package is put back on sale as it was, behind the others, once, and only where a place is free", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const send = (method: string, url: string, body?: object) => shop.send({ method, url, as: admin, body });
  const onSale = async () => {
    const { body } = await shop.send({ url: "/packages" });
    return body.map((one: { packageName: string }) => one.packageName);
  };
  for (const packageName of ["First", "Second", "Third"])
    await send("POST", "/add-package", { ...form, packageName });
  const [first] = (await send("GET", "/packages")).body;
  expect((await send("GET", "/packages/archived")).body).toEqual([]);
  await send("DELETE", `/package/${first._id}`);
  const archived = (await send("GET", "/packages/archived")).body;
  expect(archived).toEqual([expect.objectContaining({ _id: first._id, price: 6, pointThree: "Three" })]);
  expect(Date.parse(archived[0].archivedAt)).toBeGreaterThan(Date.parse(first.createdAt));

  const restore = () => send("POST", `/package/${first._id}/restore`);
  const [one, other] = await Promise.all([restore(), restore()]);
  expect([one.status, other.status]).toEqual([200, 200]);
  const { order: _, version: __, ...asItWas } = first;
  expect(one.body.data).toMatchObject(asItWas);
  expect(await onSale()).toEqual(["Second", "Third", "First"]);
  expect((await send("GET", "/packages/archived")).body).toEqual([]);

  await send("DELETE", `/package/${first._id}`);
  await send("POST", "/add-package", { ...form, packageName: "Fourth" });
  const refused = await restore();
  expect([refused.status, refused.body.message]).toEqual([409, "Maximum 3 packages allowed"]);
  expect(await onSale()).toEqual(["Second", "Third", "Fourth"]);
  expect((await send("POST", `/package/${"0".repeat(24)}/restore`)).status).toBe(404);
});

test("of archived packages that are put back on sale at once, so many are as there are places", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const send = (method: string, url: string, body?: object) => shop.send({ method, url, as: admin, body });
  const archived: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { _id } = (await send("POST", "/add-package", form)).body.data;
    await send("DELETE", `/package/${_id}`);
    archived.push(_id);
  }
  for (let n = 0; n < 2; n += 1) await send("POST", "/add-package", form);
  const answers = await Promise.all(archived.map((id) => send("POST", `/package/${id}/restore`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(409)]);
  expect((await shop.send({ url: "/packages" })).body).toHaveLength(3);
});

test("prices are taken to the cent or refused", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const add = (changes: object) =>
    shop.send({ method: "POST", url: "/add-item", as: admin, body: { itemName: "X", price: 1, ...changes } });
  for (const [price, stored] of [
    ["0.01", 0.01],
    [99999.99, 99999.99],
    ["19.9", 19.9],
    [" 7 ", 7],
    [0.29, 0.29],
    ["1,50", 1.5],
    ["１２．５０", 12.5],
    ["1,250.00", 1250],
    ["1.250,5", 1250.5],
    ["1\u202f250,00", 1250],
  ] as const) {
    expect((await add({ price })).body.data.price, String(price)).toBe(stored);
  }
  for (const price of [0, "0.00", -1, 100000, "1.999", "1e3", 1e21, "", "abc", null, [], "1,2,3", "12 50"]) {
    const answer = await add({ price });
    expect(answer.status, JSON.stringify(price)).toBe(400);
    expect(answer.body.fields).toHaveProperty("price");
  }
  for (const price of ["1,250", "1.250", "1 250,000"]) {
    const { status, body } = await add({ price });
    expect([status, body.fields?.price], price).toEqual([
      400,
      "Please leave out what separates the thousands. At most two decimals follow a point or comma.",
    ]);
  }
  const pack = (changes: object) =>
    shop.send({ method: "POST", url: "/add-package", as: admin, body: { ...form, ...changes } });
  for (const changes of [
    { credit: 1.5 },
    { credit: -1 },
    { credit: 1_000_001 },
    { credit: "ten" },
    { validity: 3651 },
    { packageName: " " },
    { order: -1 },
    { membershipLevel: "gold" },
  ]) {
    expect((await pack(changes)).status, JSON.stringify(changes)).toBe(400);
  }
});

test("a package needs no days of validity: an emptied field is as good as none", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const { validity: _, ...needed } = form;
  const send = (method: string, url: string, body: object) => shop.send({ method, url, as: admin, body });
  const [absent, blank] = [
    await send("POST", "/add-package", needed),
    await send("POST", "/add-package", { ...needed, validity: " ", order: "" }),
  ];
  expect([absent.status, blank.status]).toEqual([201, 201]);
  expect(blank.body.data.validity).toBe(absent.body.data.validity);
  const url = `/edit-package/${blank.body.data._id}`;
  expect((await send("PUT", url, { validity: 9 })).body.data.validity).toBe(9);
  expect((await send("PUT", url, { validity: "" })).body.data.validity).toBe(9);
  const refused = await send("PUT", url, { validity: "a month" });
  expect(refused.body.fields).toEqual({ validity: "Validity must be a whole number from 0 to 3,650." });
});

test("items: the goods show to admins alone, slug and code are the server's, inactive ones are hidden", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const member = await shop.signUp();
  const body = {
    itemName: "Été & Co: Banner",
    price: 8,
    guidelines: "Open it.",
    accessUrl: "https://example.com/x",
    slug: "mine",
    itemId: "MINE0000",
    imageUrl: "/media/a.webp",
    imageAlt: "A banner",
  };
  expect((await shop.send({ method: "POST", url: "/add-item", as: member, body })).status).toBe(403);
  const made = await shop.send({ method: "POST", url: "/add-item", as: admin, body });
  expect(made.body.data).toMatchObject({ slug: "ete-co-banner", guidelines: "Open it.", isActive: true });
  const { _id, itemId } = made.body.data;
  expect(itemId).toMatch(/^[A-Z0-9]{8}$/);
  for (const as of [null, member]) {
    const seen = await shop.send({ url: `/item/${itemId}`, as });
    expect(seen.body.data).toMatchObject({ _id, guidelines: "", accessUrl: "" });
    expect((await shop.send({ url: "/items", as })).body[0]).toMatchObject({ guidelines: "", accessUrl: "" });
  }
  await shop.send({ method: "PUT", url: `/edit-item/${_id}`, as: admin, body: { isActive: false } });
  expect((await shop.send({ url: "/items" })).body).toEqual([]);
  expect((await shop.send({ url: `/item/${_id}` })).status).toBe(404);
  expect((await shop.send({ url: "/items", as: admin })).body).toHaveLength(1);
  const unsafe = await shop.send({
    method: "PUT",
    url: `/edit-item/${_id}`,
    as: admin,
    body: { accessUrl: "javascript:alert(1)" },
  });
  expect(unsafe.status).toBe(400);
  expect((await shop.send({ method: "DELETE", url: `/item/${_id}`, as: admin })).status).toBe(200);
  expect((await shop.send({ url: "/items", as: admin })).body).toEqual([]);
});

test("an item's slug writes Korean in whole syllables, and ends with a whole letter", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  for (const [itemName, slug] of [
    ["안녕 배너".normalize("NFD"), "안녕-배너"],
    [`${"a".repeat(79)}𠮷`, "a".repeat(79)],
  ]) {
    const made = await shop.send({
      method: "POST",
      url: "/add-item",
      as: admin,
      body: { itemName, price: 5 },
    });
    expect(made.body.data.slug).toBe(slug);
  }
});

test("the demo's packages and items are made once", async () => {
  const shop = await openTestShop();
  const seed = () =>
    shop.platform.db.transaction(async (tx) => {
      await seedPackages(tx);
      await seedItems(tx);
    });
  await Promise.all([seed(), seed()]);
  expect(
    (await shop.send({ url: "/packages" })).body.map((one: { packageName: string }) => one.packageName),
  ).toEqual(["Starter", "Creator", "Studio"]);
  const items = await shop.send({ url: "/items" });
  expect(items.body).toHaveLength(8);
  expect(items.body[0].itemName).toBe("Text Effect Recipes");
});
