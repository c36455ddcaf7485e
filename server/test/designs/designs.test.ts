import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { untouched } from "#contract/design-parts.ts";
import { keptDesignVersions, mostDesigns, noSuchDesign, restorableDesignMinutes } from "#contract/designs.ts";
import { removeFreedDesigns } from "#server/features/designs/designs.service.ts";
import { freeDeletedDesigns } from "#server/features/designs/freed-designs.repository.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import type { TestShop } from "../helpers/test-shop.ts";
import { askAs, makeDesign, openDesignsShop, save, saying } from "./designs-shop.ts";
import { documentWith, plainArt, shapeLayer, textLayer } from "./documents.ts";

test("a design is made on a colour or of a document, read, saved, renamed and marked", async () => {
  const { ask } = await openDesignsShop();
  const from = { kind: "colour", colour: "#ff0000" };
  const plain = await ask("designs", { method: "POST", body: { from } });
  expect(plain.status).toBe(201);
  expect(plain.body.data).toMatchObject({
    name: "Untitled design",
    version: 1,
    favourite: false,
    document: documentWith([], plainArt("#ff0000")),
  });
  const { id } = await makeDesign(ask, "Noodles");
  expect((await ask(`designs/${id}`)).body.data).toMatchObject({
    id,
    version: 1,
    document: saying("Noodles"),
  });
  const saved = await save(ask, id, 1, saying("More"), "Noodles two");
  expect(saved.body.data).toMatchObject({ id, name: "Noodles two", version: 2, document: saying("More") });
  expect((await ask(`designs/${id}`)).body.data).toEqual(saved.body.data);
  const marked = await ask(`designs/${id}`, { method: "PATCH", body: { name: " Soup ", favourite: true } });
  expect(marked.body.data).toMatchObject({ name: "Soup", favourite: true, version: 2 });
  for (const body of [
    {},
    { from, document: saying("a"), name: "a" },
    { document: saying("a") },
    { from, x: 1 },
  ])
    expect((await ask("designs", { method: "POST", body })).status, JSON.stringify(body)).toBe(400);
  for (const body of [{ document: saying("a") }, { version: 2 }, { version: "2", document: saying("a") }])
    expect((await ask(`designs/${id}`, { method: "PUT", body })).status, JSON.stringify(body)).toBe(400);
  for (const name of ["", "x".repeat(101), "a\u0007"])
    expect((await ask(`designs/${id}`, { method: "PATCH", body: { name } })).status).toBe(400);
});

test("lists are paged, sorted, searched by name and filtered by mark, and carry no documents", async () => {
  const { ask } = await openDesignsShop();
  for (const name of ["Bread", "apples 100%", "Cheese"]) await makeDesign(ask, name);
  const { id, name } = (await ask("designs")).body.data[1];
  await ask(`designs/${id}`, { method: "PATCH", body: { favourite: true, name } });
  for (const [query, names] of [
    ["", ["Cheese", "apples 100%", "Bread"]],
    ["sort=name", ["apples 100%", "Bread", "Cheese"]],
    ["sort=updatedAt", ["apples 100%", "Cheese", "Bread"]],
    ["order=asc&page=2&pageSize=2", ["Cheese"]],
    ["q=E", ["Cheese", "apples 100%", "Bread"]],
    ["q=100%25", ["apples 100%"]],
    ["favourite=true", ["apples 100%"]],
    ["favourite=false", ["Cheese", "Bread"]],
  ] as const) {
    const { body, headers, status } = await ask(`designs?${query}`);
    expect(status).toBe(200);
    expect(
      body.data.map(({ name }: { name: string }) => name),
      query,
    ).toEqual(names);
    if (query.includes("page=")) expect(headers["x-total-count"]).toBe("3");
    for (const each of body.data) expect(each).not.toHaveProperty("document");
  }
  for (const query of ["sort=document", "favourite=1", "page=0"])
    expect((await ask(`designs?${query}`)).status, query).toBe(400);
});

test("a save from an older version is refused with the present design; of two at once one wins", async () => {
  const { ask } = await openDesignsShop();
  const { id } = await makeDesign(ask);
  for (let version = 1; version < 12; version += 1) {
    const texts = ["left", "right"].map((side) => `${side} ${version}`);
    const answers = await Promise.all(texts.map((text) => save(ask, id, version, saying(text))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(lost!.body).toMatchObject({ code: "STALE_VERSION", data: won!.body.data });
    expect((await ask(`designs/${id}`)).body.data).toEqual(won!.body.data);
  }
});

test("a save that is repeated after a later one learns that it was kept, and any other that it was not", async () => {
  const { ask } = await openDesignsShop();
  const { id } = await makeDesign(ask);
  for (const [index, text] of ["mine", "theirs"].entries()) await save(ask, id, index + 1, saying(text));
  const present = { version: 3, document: saying("theirs") };
  for (const [version, text, isKept] of [
    [1, "mine", true],
    [1, "theirs", true],
    [2, "mine", false],
    [1, "another", false],
  ] as const) {
    const { status, body } = await save(ask, id, version, saying(text));
    expect({ status, data: body.data }, `${text} from ${version}`).toMatchObject({
      status: 409,
      data: { ...present, isKept },
    });
  }
});

test("every save is a version, the last hundred are kept, and any of them makes a new one", async () => {
  const { shop, ask } = await openDesignsShop();
  await holdJobs(shop.connectionString, ["freed-designs"]);
  const { id } = await makeDesign(ask, "v1");
  const last = keptDesignVersions + 3;
  for (let version = 1; version < last; version += 1)
    expect((await save(ask, id, version, saying(`v${version + 1}`))).status).toBe(200);
  const listed = await ask(`designs/${id}/versions?page=1&pageSize=2`);
  expect(listed.body.data.map(({ version }: { version: number }) => version)).toEqual([last, last - 1]);
  expect(listed.headers["x-total-count"]).toBe(String(keptDesignVersions));
  const fifth = await ask(`designs/${id}/versions?q=95`);
  expect([fifth.body.data, fifth.headers["x-total-count"]]).toMatchObject([[{ version: 95 }], "1"]);
  const all = (await ask(`designs/${id}/versions`)).body.data;
  expect(all.at(-1)).toEqual({ version: 4, createdAt: expect.any(String) });

  const restore = (version: unknown) => ask(`designs/${id}/versions/${version}/restore`, { method: "POST" });
  const back = await restore(5);
  expect(back.body.data).toMatchObject({ version: last + 1, document: saying("v5") });
  for (const gone of [3, 4, 0, last + 2, "x", "1e3", "99999999999"])
    expect((await restore(gone)).status, String(gone)).toBe(404);

  const left = async () =>
    (await shop.platform.db.execute(sql`select count(*)::int as count from design_versions`)).rows[0]!.count;
  await removeFreedDesigns(shop.platform);
  expect(await left(), "somebody could still be drawing them").toBe(last + 1);
  await shop.platform.db.execute(sql`update design_versions set freed_at = freed_at - interval '1 minute'`);
  await removeFreedDesigns(shop.platform);
  expect(await left()).toBe(keptDesignVersions);
});

test("a copy is a design of its own with the present document", async () => {
  const { ask } = await openDesignsShop();
  const name = "n".repeat(100);
  const { id } = await makeDesign(ask, name);
  await save(ask, id, 1, saying("now"));
  const copy = await ask(`designs/${id}/duplicate`, { method: "POST" });
  expect(copy.status).toBe(201);
  expect(copy.body.data).toMatchObject({
    name: `${"n".repeat(90)} (copy)`,
    version: 1,
    document: saying("now"),
  });
  await save(ask, copy.body.data.id, 1, saying("other"));
  expect((await ask(`designs/${id}`)).body.data).toMatchObject({ version: 2, document: saying("now") });
});

test("the name of a copy ends in no half character", async () => {
  const { ask } = await openDesignsShop();
  const { id } = await makeDesign(ask, `${"n".repeat(89)}🦊 and more`);
  const copy = await ask(`designs/${id}/duplicate`, { method: "POST" });
  expect(copy.body.data.name).toBe(`${"n".repeat(89)} (copy)`);
});

/** As many designs as that in all, each with the document of the first. */
async function fillUp(shop: TestShop, userId: string, first: string, count: number): Promise<void> {
  const { db } = shop.platform;
  await db.execute(sql`
    insert into designs (id, user_id, name, version)
    select lpad(n::text, 24, '0'), ${userId}, 'Filled ' || n, 1 from generate_series(2, ${count}::int) n`);
  await db.execute(sql`
    insert into design_versions (id, design_id, version, document)
    select d.id, d.id, 1, v.document from designs d, design_versions v where v.design_id = ${first} and d.id <> ${first}`);
}

test("what a design shall be made of and does not exist is not found, also where there is no room for it", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const { id } = await makeDesign(ask, "First");
  await fillUp(shop, person.id, id, mostDesigns);
  const post = (path: string, body?: object) => ask(path, { method: "POST", body });
  const gone = { kind: "picture", id: "0".repeat(24) };
  const art = { ...gone, ...untouched };
  for (const asked of [
    post(`designs/${gone.id}/duplicate`),
    post("designs", { from: gone }),
    post("designs", { name: "New", from: { ...gone, kind: "reference" } }),
    post("designs", { name: "New", document: { format: 1, art, layers: [] } }),
  ])
    expect((await asked).status).toBe(404);
  expect((await post("designs", { name: "New", document: saying("new") })).status).toBe(409);
});

test("twenty designs made at once at 199 end at 200, and the refusal names the limit", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const { id } = await makeDesign(ask, "First");
  await fillUp(shop, person.id, id, mostDesigns - 1);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? ask("designs", { method: "POST", body: { name: "New", document: saying("new") } })
        : ask(`designs/${id}/duplicate`, { method: "POST" }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of answers.filter((each) => each.status !== 201)) {
    expect(status).toBe(409);
    expect(body.message).toBe(
      "You have 200 designs, which is the most. Please delete one that you no longer need.",
    );
  }
  expect((await ask("designs?page=1")).headers["x-total-count"]).toBe("200");
  await ask(`designs/${id}`, { method: "DELETE" });
  expect((await makeDesign(ask, "In its place")).version).toBe(1);
  expect(await ask(`designs/${id}/restore`, { method: "POST" })).toMatchObject({
    status: 409,
    body: { code: "CONFLICT" },
  });
  expect((await ask(`designs/${id}`)).status).toBe(404);
});

test("a deleted design is nowhere, comes back whole for ten minutes, and then is gone with its versions", async () => {
  const { shop, ask } = await openDesignsShop();
  await holdJobs(shop.connectionString, ["freed-designs"]);
  const { id } = await makeDesign(ask, "Mine");
  const before = (await save(ask, id, 1, saying("two"))).body.data;
  const gone = async () => {
    for (const path of [`designs/${id}`, `designs/${id}/versions`])
      expect((await ask(path)).status, path).toBe(404);
    const refused = await save(ask, id, 2, saying("three"));
    expect(refused).toMatchObject({ status: 404, body: { message: noSuchDesign } });
    for (const path of ["", "/duplicate", "/versions/1/restore"]) {
      const method = path === "" ? "DELETE" : "POST";
      expect((await ask(`designs/${id}${path}`, { method })).status, path).toBe(404);
    }
    expect((await ask("designs")).body.data).toEqual([]);
  };
  expect((await ask(`designs/${id}`, { method: "DELETE" })).status).toBe(200);
  await gone();
  await removeFreedDesigns(shop.platform);
  const back = await ask(`designs/${id}/restore`, { method: "POST" });
  expect(back.body.data).toEqual(before);
  expect((await ask(`designs/${id}/restore`, { method: "POST" })).body.data, "again").toEqual(before);

  await ask(`designs/${id}`, { method: "DELETE" });
  const later = (minutes: number) =>
    shop.platform.db.execute(sql`
      with old as (update designs set deleted_at = deleted_at - make_interval(mins => ${minutes}))
      update design_versions set freed_at = freed_at - make_interval(mins => ${minutes})`);
  await later(restorableDesignMinutes);
  expect((await ask(`designs/${id}/restore`, { method: "POST" })).status).toBe(404);
  await removeFreedDesigns(shop.platform);
  await later(1);
  await removeFreedDesigns(shop.platform);
  await gone();
  for (const table of ["designs", "design_versions"]) {
    const { rows } = await shop.platform.db.execute(sql`select from ${sql.identifier(table)}`);
    expect(rows, table).toEqual([]);
  }
});

test("a design whose time ends while its restoring waits is not brought back empty", async () => {
  const { shop, ask } = await openDesignsShop();
  const { id } = await makeDesign(ask, "One");
  await ask(`designs/${id}`, { method: "DELETE" });
  const { db } = shop.platform;
  const { back } = await db.transaction(async (tx) => {
    await tx.execute(sql`select from users for update`);
    const restoring = ask(`designs/${id}/restore`, { method: "POST" });
    await untilWaiting(db, 1);
    await tx.execute(sql`
      update designs set deleted_at = clock_timestamp() - make_interval(mins => ${restorableDesignMinutes})`);
    return { back: restoring };
  });
  expect((await back).status).toBe(404);
});

test("a deleted design is not emptied while it is brought back", async () => {
  const { shop, ask } = await openDesignsShop();
  const { id } = await makeDesign(ask, "One");
  await ask(`designs/${id}`, { method: "DELETE" });
  const { db } = shop.platform;
  await db.execute(
    sql`update designs set deleted_at = deleted_at - make_interval(mins => ${restorableDesignMinutes})`,
  );
  let freeing: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`update designs set deleted_at = null`);
    freeing = freeDeletedDesigns(db);
    await untilWaiting(db, 1);
  });
  await freeing;
  expect((await ask(`designs/${id}`)).body.data.document).toEqual(saying("One"));
});

test("another's design, picture and reference are answered as unknown ones", async () => {
  const { shop, ask } = await openDesignsShop();
  const { id } = await makeDesign(ask);
  const other = askAs(shop, await shop.signUp());
  expect((await other("designs")).body.data).toEqual([]);
  expect((await save(other, id, 1, saying("stolen"))).status).toBe(404);
  const face = { kind: "reference", id: "0123456789abcdef01234567" };
  const picture = {
    ...shapeLayer({ id: "face" }),
    kind: "picture",
    source: face,
    flip: false,
    radius: 0,
    shape: undefined,
    fill: undefined,
  };
  for (const body of [
    { from: { kind: "picture", id: "0123456789abcdef01234567" } },
    { from: { kind: "picture", id: "../etc" } },
    { from: face },
    { name: "a", document: documentWith([], { ...plainArt(), ...face, colour: undefined } as never) },
    { name: "a", document: { ...saying("a"), layers: [picture] } },
    { name: "a", document: { ...saying("a"), layers: [{ ...picture, source: { kind: "logo" } }] } },
  ])
    expect((await ask("designs", { method: "POST", body })).status, JSON.stringify(body)).toBe(404);
  expect((await ask("designs")).body.data).toHaveLength(1);
});

test("a document of 64 kB is taken, one byte more is 413, and what is no document is 400", async () => {
  const { ask } = await openDesignsShop();
  const { id } = await makeDesign(ask);
  const bytesOf = (document: unknown) => Buffer.byteLength(JSON.stringify(document));
  const ofBytes = (bytes: number) => {
    const layers = Array.from({ length: 30 }, (_, n) =>
      textLayer("", { id: `t${n}`, name: "n", lines: Array.from({ length: 8 }, () => []) }),
    );
    const missing = () => bytes - bytesOf(documentWith(layers));
    const span = { text: "a", fill: "#ffffff" };
    let room = missing() - 2_000;
    for (const line of layers.flatMap(({ lines }) => lines)) {
      for (; line.length < 12 && room > 0; room -= bytesOf(span) + 1) line.push(span);
    }
    for (const layer of layers) layer.name += "n".repeat(Math.min(99, missing()));
    return documentWith(layers);
  };
  const whole = ofBytes(65_536);
  expect(bytesOf(whole)).toBe(65_536);
  const put = (document: unknown) => save(ask, id, 1, document);
  expect(await put(ofBytes(65_537))).toMatchObject({
    status: 413,
    body: { code: "TOO_LARGE", message: "A document has at most 64 kB as JSON." },
  });
  const made = await ask("designs", { method: "POST", body: { name: "Large", document: ofBytes(65_537) } });
  expect(made.status).toBe(413);
  for (const document of [
    null,
    [],
    "x",
    { ...saying("a"), format: 2 },
    { ...saying("a"), extra: true },
    { ...saying("a"), layers: Array.from({ length: 31 }, (_, n) => shapeLayer({ id: `s${n}` })) },
    { ...saying("a"), layers: [textLayer("a", { size: 401 })] },
    { ...saying("a"), layers: [textLayer("\u0007")] },
    { ...saying("a"), layers: [textLayer("a", { lines: Array.from({ length: 1_000 }, () => []) })] },
    { ...saying("a"), layers: [{ ...shapeLayer(), kind: "script" }] },
  ])
    expect((await put(document)).status, JSON.stringify(document).slice(0, 200)).toBe(400);
  const refused = await put({ ...saying("a"), layers: [{ ...shapeLayer(), glow: 1 }] });
  expect(refused.body.message).toBe('A shape has no field "glow".');
  const unversioned = await ask(`designs/${id}`, { method: "PUT", body: { document: whole } });
  expect([unversioned.status, unversioned.body.fields]).toEqual([
    400,
    { version: "Please send the version that this was made from, a whole number." },
  ]);
  expect((await put(whole)).status).toBe(200);
  expect((await ask(`designs/${id}`)).body.data.document).toEqual(whole);
});
