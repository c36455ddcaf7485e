import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { c2paBox, noisyImage, withChunks } from "#emulators/gemini/fault-images.ts";
import { removeFreedDesigns, removeOldDrawings } from "#server/features/designs/designs.service.ts";
import {
  findOldDrawings,
  markSuperseded,
  mostOtherDrawings,
} from "#server/features/designs/freed-designs.repository.ts";
import { readC2pa } from "#server/features/generations/provenance.ts";
import { toThumbnail } from "#server/features/generations/to-thumbnail.ts";
import { renderSvg } from "#server/platform/drawing/render-svg.ts";
import { readImageMetadata } from "#server/platform/image-metadata.ts";
import { finished, memberWith, openGeneratorShop, startGeneration } from "../generations/generator-shop.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { plansOf } from "../helpers/plans.ts";
import { runMigration } from "../helpers/run-migration.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import { askAs, makeDesign, openDesignsShop, save, saying } from "./designs-shop.ts";
import { artOf, documentWith, plainArt, shapeLayer, textLayer } from "./documents.ts";

/** The bytes at an address. */
async function fetchFile(shop: TestShop, as: Person, url: string, headers: Record<string, string> = {}) {
  const {
    statusCode: status,
    rawPayload: bytes,
    headers: answered,
  } = await shop.http.inject({
    url,
    headers: { cookie: as.cookie, ...headers },
  });
  return { status, bytes, headers: answered };
}

/** The share of pixels in which two pictures differ, some of it much. */
async function difference(a: Buffer, b: Buffer): Promise<number> {
  const [one, other] = await Promise.all(
    [a, b].map((bytes) => sharp(bytes).removeAlpha().toColourspace("srgb").raw().toBuffer()),
  );
  let count = 0;
  for (let at = 0; at < one!.length; at += 3)
    if (Math.abs(one![at]! - other![at]!) + Math.abs(one![at + 1]! - other![at + 1]!) > 40) count += 1;
  return count / (one!.length / 3);
}

test("a design's picture is 1280×720 in either format, kept until the document changes, and told to browsers", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const { id, imageUrl } = await makeDesign(
    ask,
    "Köln & <Bonn>",
    documentWith([textLayer("A"), shapeLayer()]),
  );
  const url = `/api/designs/${id}/image`;
  const first = await fetchFile(shop, person, url);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
  });
  for (const [format, kind] of [
    ["png", "png"],
    ["jpeg", "jpeg"],
  ]) {
    const { bytes } = await fetchFile(shop, person, `${url}?format=${format}`);
    expect(await sharp(bytes).metadata()).toMatchObject({
      width: 1280,
      height: 720,
      format: kind,
      hasAlpha: false,
    });
    expect(bytes.length).toBeLessThan(2_000_000);
    expect(await difference(bytes, first.bytes)).toBeLessThan(0.01);
  }
  const etag = String(first.headers.etag);
  const known = await fetchFile(shop, person, url, { "if-none-match": etag });
  expect([known.status, known.bytes.length]).toEqual([304, 0]);
  const named = await fetchFile(shop, person, `${url}?format=jpeg&download=1`);
  expect(named.headers["content-disposition"]).toBe('attachment; filename="K-ln-Bonn-v1.jpg"');

  await save(ask, id, 1, documentWith([], plainArt("#ffffff")));
  const second = await fetchFile(shop, person, url, { "if-none-match": etag });
  expect(second.status).toBe(200);
  expect(await difference(second.bytes, first.bytes)).toBeGreaterThan(0.9);
  expect((await fetchFile(shop, person, imageUrl)).bytes, "the version that it names").toEqual(first.bytes);
  expect((await fetchFile(shop, person, `${url}?version=1`)).bytes).toEqual(first.bytes);
  for (const query of ["format=gif", "version=0", "version=x"])
    expect((await fetchFile(shop, person, `${url}?${query}`)).status, query).toBe(400);
  expect((await fetchFile(shop, person, `${url}?version=3`)).status).toBe(404);
});

test("lists have small WebPs, made with the picture when they are first asked for", async () => {
  const { shop, person, ask } = await openDesignsShop();
  await makeDesign(ask);
  const { previewUrl } = (await ask("designs")).body.data[0];
  for (const [query, width] of [
    ["", 640],
    ["&width=320", 320],
  ]) {
    const { bytes, headers } = await fetchFile(shop, person, previewUrl + query);
    expect(headers["content-type"]).toBe("image/webp");
    expect(await sharp(bytes).metadata()).toMatchObject({ width, format: "webp" });
    const again = await fetchFile(shop, person, previewUrl + query, {
      "if-none-match": String(headers.etag),
    });
    expect(again.status).toBe(304);
  }
  expect((await fetchFile(shop, person, `${previewUrl}&width=100`)).status).toBe(400);
});

test("markup in a text is drawn as text", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const draw = async (text: string) => {
    const { id } = await makeDesign(ask, "x", documentWith([textLayer(text, { size: 60 })]));
    return fetchFile(shop, person, `/api/designs/${id}/image`);
  };
  const blank = await draw("");
  for (const text of [
    "<image href='/api/viewer'/>",
    "</text></svg>",
    "&lt;&amp;&#60;",
    "]]><script>",
    '" fill="red',
    "&xxe;",
  ]) {
    const { status, bytes } = await draw(text);
    expect(status, text).toBe(200);
    const share = await difference(bytes, blank.bytes);
    expect(share, text).toBeGreaterThan(0.002);
    expect(share, text).toBeLessThan(0.2);
  }
});

test("a text in a font that is not offered is refused, and each that is offered is drawn", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const fonts = (await ask("fonts")).body.data as { family: string; weights: number[]; scripts: string[] }[];
  expect(fonts.length).toBeGreaterThanOrEqual(14);
  expect(fonts).toContainEqual({
    family: "Anton",
    weights: [400],
    scripts: expect.arrayContaining(["latin"]),
  });
  const { id } = await makeDesign(ask);
  for (const font of ["Comic Sans MS", "anton", "../../etc/passwd", 'x" onload="']) {
    const document = documentWith([shapeLayer(), textLayer("a", { font })]);
    const refused = await save(ask, id, 1, document);
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
    expect(Object.keys(refused.body.fields)).toEqual(["document.layers.1.font"]);
    expect((await ask("designs", { method: "POST", body: { name: "a", document } })).status).toBe(400);
  }
  const layers = fonts.map(({ family }, n) =>
    textLayer("Ag", { id: `t${n}`, font: family, size: 40, y: n * 38 }),
  );
  expect((await save(ask, id, 1, documentWith(layers))).status).toBe(200);
  expect((await fetchFile(shop, person, `/api/designs/${id}/image`)).status).toBe(200);
});

test("a drawn picture tells of its origin what the run's picture tells, in both formats, and stays under 2 MB", async () => {
  const { shop } = await openGeneratorShop();
  const person = await memberWith(shop, 3);
  const ask = askAs(shop, person);
  const run = (await startGeneration(shop, person)).body.data.id;
  const picture = (await finished(shop, person, run)).images[0].id;
  const grained = await noisyImage(
    await sharp({ create: { width: 64, height: 36, channels: 3, background: "#204060" } })
      .png()
      .toBuffer(),
  );
  // As a model's picture brings it, in three pieces of a JPEG.
  const c2pa = Buffer.concat([c2paBox(), Buffer.alloc(140_000, "more of it ")]);
  const brought = withChunks(grained, [{ type: "caBX", data: c2pa }]);
  const art = await toThumbnail(brought);
  const { storage } = shop.platform;
  await storage.put(`generations/${run.slice(-2)}/${run}-1-0.png`, art, "image/png");
  const { id } = await makeDesign(ask, "a", documentWith([textLayer("Words")], artOf(picture)));
  const xmp = (await readImageMetadata(art, false)).xmp;
  expect(xmp).toContain("trainedAlgorithmicMedia");
  for (const format of ["png", "jpeg"]) {
    const { bytes, status } = await fetchFile(shop, person, `/api/designs/${id}/image?format=${format}`);
    expect(status).toBe(200);
    expect(bytes.length).toBeLessThan(2_000_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1280, height: 720 });
    expect((await readImageMetadata(bytes, false)).xmp, format).toBe(xmp);
    expect(readC2pa(bytes)?.equals(c2pa), format).toBe(true);
  }
  const plain = await makeDesign(ask);
  const { bytes } = await fetchFile(shop, person, plain.imageUrl);
  expect((await readImageMetadata(bytes, false)).xmp, "nothing of it is the model's").toBeNull();
});

test("what was drawn of a version goes with it, and nothing of a version that went while it was drawn stays", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const { db, storage } = shop.platform;
  await holdJobs(shop.connectionString, ["freed-designs"]);
  const { id } = await makeDesign(ask);
  const { rows } = await db.execute<{ id: string }>(sql`select id from design_versions`);
  const version = rows[0]!.id;
  const key = `designs/${version.slice(-2)}/${version}`;
  const keys = [
    `${key}.png`,
    `${key}.jpg`,
    ...[320, 640].map((width) => `previews/${width}/${key}.png.webp`),
  ];
  const stored = async () =>
    (await Promise.all(keys.map((each) => storage.get(each)))).filter(Boolean).length;
  const drawAll = () =>
    Promise.all(
      ["image", "image?format=jpeg", "preview", "preview?width=320"].map((path) =>
        fetchFile(shop, person, `/api/designs/${id}/${path}`),
      ),
    );
  expect((await drawAll()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await stored()).toBe(4);
  await ask(`designs/${id}`, { method: "DELETE" });
  expect((await drawAll()).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  await db.execute(sql`update designs set deleted_at = deleted_at - interval '10 minutes'`);
  await removeFreedDesigns(shop.platform);
  await db.execute(sql`update design_versions set freed_at = freed_at - interval '1 minute'`);
  // A store that is away keeps the row, which names the files, for the next round.
  const away = { ...storage, remove: async () => Promise.reject(new Error("away")) };
  await expect(removeFreedDesigns({ ...shop.platform, storage: away })).rejects.toThrow("each of");
  expect(await stored()).toBe(4);
  await removeFreedDesigns(shop.platform);
  expect(await stored()).toBe(0);
  expect((await db.execute(sql`select from designs`)).rows).toEqual([]);

  // As where a process is killed with the file written and nothing told.
  const cut = await makeDesign(ask, "Cut off");
  shop.platform.storage = {
    ...storage,
    put: async (...file) => {
      await storage.put(...file);
      throw new Error("the process ends");
    },
  };
  const first = await fetchFile(shop, person, cut.imageUrl);
  shop.platform.storage = storage;
  expect((await fetchFile(shop, person, cut.imageUrl)).bytes).toEqual(first.bytes);
  await ask(`designs/${cut.id}`, { method: "DELETE" });
  const gone = await db.execute<{ id: string }>(sql`
    update design_versions set freed_at = now() - interval '1 minute' returning id`);
  const left = `designs/${gone.rows[0]!.id.slice(-2)}/${gone.rows[0]!.id}.png`;
  expect(await storage.get(left)).not.toBeNull();
  await removeFreedDesigns(shop.platform);
  expect(await storage.get(left)).toBeNull();

  const late = await makeDesign(ask, "Late");
  const put: typeof storage.put = async (...file) => {
    await db.execute(sql`update design_versions set freed_at = now()`);
    await storage.put(...file);
  };
  const drawn: string[] = [];
  shop.platform.storage = {
    ...storage,
    put: (name, ...rest) => {
      drawn.push(name);
      return put(name, ...rest);
    },
  };
  expect((await fetchFile(shop, person, late.imageUrl)).status).toBe(200);
  expect(drawn).toHaveLength(1);
  expect(await storage.get(drawn[0]!)).toBeNull();
});

test("what was drawn of earlier versions goes after a day, and is drawn again when it is asked for", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const { db, storage } = shop.platform;
  await holdJobs(shop.connectionString, ["old-drawings"]);
  const { id } = await makeDesign(ask);
  await save(ask, id, 1, saying("Two"));
  await save(ask, id, 2, saying("Three"));
  const rows = await db.execute<{ id: string }>(sql`select id from design_versions order by version`);
  const stored = async () => {
    const keys = rows.rows.flatMap((row) => {
      const key = `designs/${row.id.slice(-2)}/${row.id}`;
      return [`${key}.png`, `${key}.jpg`, `previews/320/${key}.png.webp`, `previews/640/${key}.png.webp`];
    });
    const files = await Promise.all(keys.map((key) => storage.get(key)));
    return [0, 4, 8].map((from) => files.slice(from, from + 4).filter(Boolean).length);
  };
  const draw = (version: number) =>
    Promise.all(
      ["image?format=png", "image?format=jpeg", "preview?width=640", "preview?width=320"].map((path) =>
        fetchFile(shop, person, `/api/designs/${id}/${path}&version=${version}`),
      ),
    );
  const [before] = await draw(1);
  await draw(3);
  await removeOldDrawings(shop.platform);
  expect(await stored()).toEqual([4, 0, 4]);
  const passADay = () =>
    db.execute(sql`update design_versions set drawn_at = drawn_at - interval '1 day 1 minute'`);
  await passADay();
  // A store that is away has them removed by the next round.
  const away = { ...storage, remove: async () => Promise.reject(new Error("away")) };
  await expect(removeOldDrawings({ ...shop.platform, storage: away })).rejects.toThrow("each of");
  expect(await stored()).toEqual([4, 0, 4]);
  await draw(2);
  await removeOldDrawings(shop.platform);
  expect(await stored()).toEqual([0, 4, 4]);
  const again = await draw(1);
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(again[0]!.bytes).toEqual(before!.bytes);
  await passADay();
  await removeOldDrawings(shop.platform);
  expect(await stored()).toEqual([0, 0, 4]);
});

test("the round that finds nothing reads none of the drawings of present versions", async () => {
  const { shop } = await openDesignsShop();
  const [plan] = await plansOf(shop, (db) => findOldDrawings(db, [], 50));
  expect(plan).toContain("design_versions_other_drawings");
});

test("drawings of versions that were superseded before the mark was kept go after a day as well", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const { db } = shop.platform;
  await holdJobs(shop.connectionString, ["old-drawings"]);
  const { id } = await makeDesign(ask);
  const draw = (version: number) => fetchFile(shop, person, `/api/designs/${id}/image?version=${version}`);
  await draw(1);
  await save(ask, id, 1, saying("Two"));
  await save(ask, id, 2, saying("Three"));
  await draw(3);
  await db.execute("drop index design_versions_other_drawings");
  await db.execute("alter table design_versions drop column superseded_at");
  await db.execute("create index design_versions_drawn on design_versions (drawn_at)");
  await runMigration(shop, "0027_old-drawings");
  await draw(2);
  await db.execute(sql`update design_versions set drawn_at = drawn_at - interval '1 day 1 minute'`);
  await removeOldDrawings(shop.platform);
  const { rows } = await db.execute("select version from design_versions where drawn_at is not null");
  expect(rows).toEqual([{ version: 3 }]);
});

test("drawings of what a process of the former release saved go after a day, and the look for them reads no other", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const { db } = shop.platform;
  await holdJobs(shop.connectionString, ["old-drawings"]);
  const { id } = await makeDesign(ask);
  await fetchFile(shop, person, `/api/designs/${id}/image`);
  // As it saved, twice, without the columns that the migrations had added.
  for (const version of [2, 3])
    await db.execute(sql`
      insert into design_versions (id, design_id, version, document, drawn_at)
      select left(md5(random()::text), 24), design_id, ${version}, document, now() from design_versions
      where design_id = ${id} and version = 1`);
  await db.execute(sql`update designs set version = 3 where id = ${id}`);
  await db.execute(sql`update design_versions set drawn_at = drawn_at - interval '1 day 1 minute'`);
  await removeOldDrawings(shop.platform);
  const { rows } = await db.execute("select version from design_versions where drawn_at is not null");
  expect(rows).toEqual([{ version: 3 }]);
  const left = await db.execute("select from design_versions where not marks_earlier");
  expect(left.rowCount).toBe(0);
  const [plan] = await plansOf(shop, markSuperseded);
  expect(plan).toContain("design_versions_unmarked");
});

test("a member who draws a thousand earlier versions leaves the files of the newest, and of each present one", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const { db, storage } = shop.platform;
  await holdJobs(shop.connectionString, ["old-drawings"]);
  const other = await shop.signUp();
  const keysOf = (version: string) => {
    const key = `designs/${version.slice(-2)}/${version}`;
    return [`${key}.png`, `${key}.jpg`, `previews/320/${key}.png.webp`, `previews/640/${key}.png.webp`];
  };
  /** A design of two versions, all of both drawn so many minutes ago, the second one first. */
  const drawn = async (as: Person, minutes: number) => {
    const { id } = await makeDesign(askAs(shop, as));
    await save(askAs(shop, as), id, 1, saying("Two"));
    for (const version of [1, 2])
      for (const path of ["image?format=png", "image?format=jpeg", "preview?width=320", "preview?width=640"])
        await fetchFile(shop, as, `/api/designs/${id}/${path}&version=${version}`);
    await db.execute(sql`
      update design_versions set drawn_at = now() - make_interval(mins => ${minutes}, secs => version)
      where design_id = ${id}`);
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from design_versions where design_id = ${id} order by version`);
    return { id, versions: rows.map((row) => row.id) };
  };
  const [another, oldest, deleted, present] = [
    await drawn(other, 60),
    await drawn(person, 30),
    await drawn(person, 20),
    await drawn(person, 10),
  ];
  await ask(`designs/${deleted.id}`, { method: "DELETE" });
  const stored = () =>
    Promise.all(
      [another, oldest, deleted, present].flatMap(({ versions }) =>
        versions.map(async (version) => {
          const files = await Promise.all(keysOf(version).map((key) => storage.get(key)));
          return files.filter(Boolean).length;
        }),
      ),
    );
  /** So many earlier versions of the last design, drawn so many minutes ago. */
  const plant = (count: number, minutes: number) =>
    db.execute(sql`
      insert into design_versions (id, design_id, version, document, marks_earlier, superseded_at, drawn_at)
      select left(md5(random()::text), 24), ${present.id}, n + (select max(version) from design_versions), '{}',
        true, now(), now() - make_interval(mins => ${minutes})
      from generate_series(1, ${count}::int) n`);
  const drawAnew = async () => {
    await storage.remove(keysOf(present.versions[1]!)[0]!);
    expect((await fetchFile(shop, person, `/api/designs/${present.id}/image`)).status).toBe(200);
  };
  // Those of the deleted one count as the earlier ones do: four in all. What comes just now is about to be stored.
  await plant(mostOtherDrawings - 4, 5);
  await plant(800, -60);
  await drawAnew();
  expect(await stored()).toEqual([4, 4, 4, 4, 4, 4, 4, 4]);
  await plant(2, 2);
  await drawAnew();
  expect(await stored(), "the oldest, and one of the deleted").toEqual([4, 4, 0, 4, 4, 0, 4, 4]);
  const again = await fetchFile(shop, person, `/api/designs/${oldest.id}/image?version=1`);
  expect([again.status, again.headers["content-type"]]).toEqual([200, "image/png"]);
});

test("a document that would take a processor or the memory whole is refused, and others are drawn on", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const heavy = (n: number) =>
    textLayer("", {
      id: `t${n}`,
      lines: Array.from({ length: 8 }, () => [{ text: "W".repeat(25) }]),
      size: 400,
      rotation: n * 5,
      opacity: 0.9,
      outline: { colour: "#ff0000", width: 40 },
      shadow: { colour: "#000000", x: 9, y: 9, blur: 60 },
    });
  const layers = Array.from({ length: 30 }, (_, n) => heavy(n));
  const blurred = { ...plainArt(), adjust: { ...plainArt().adjust, blur: 40 } };
  const { imageUrl } = await makeDesign(ask, "Heavy", documentWith(layers, blurred));
  const light = await makeDesign(ask, "Light", saying("Light"));
  const [refused, drawn] = await Promise.all(
    [imageUrl, light.imageUrl].map((url) => fetchFile(shop, person, url)),
  );
  expect([refused!.status, drawn!.status]).toEqual([409, 200]);
  expect(refused!.headers).not.toHaveProperty("etag");
  expect(JSON.parse(refused!.bytes.toString()).message).toBe(
    "This design takes too long to draw. Please use fewer or smaller texts with shadows.",
  );
});

test("a drawing whose renderer is ended from outside is not called too heavy: it may be asked for again", async () => {
  const box = '<rect width="2000" height="2000" filter="url(#b)"/>';
  const blur = '<filter id="b"><feGaussianBlur stdDeviation="40"/></filter>';
  const slow = renderSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">${blur}${box}</svg>`,
    [],
  );
  const refused = expect(slow).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await expect.poll(rendererOfThisProcess).toBeDefined();
  process.kill((await rendererOfThisProcess())!, "SIGTERM");
  await refused;
  const quick = await renderSvg('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', []);
  expect(quick.length).toBe(4);
});

test("sixty members at once, whose designs all have to be drawn again as after a restore, are each shown theirs", async () => {
  const { shop } = await openDesignsShop();
  const members = await Promise.all(Array.from({ length: 60 }, () => shop.signUp()));
  const shown = members.map(async (member) => {
    const { id } = await makeDesign(askAs(shop, member));
    const preview = await fetchFile(shop, member, `/api/designs/${id}/preview?width=320`);
    return `${preview.status} ${preview.headers["content-type"]}`;
  });
  expect(new Set(await Promise.all(shown))).toEqual(new Set(["200 image/webp"]));
});

async function rendererOfThisProcess(): Promise<number | undefined> {
  const children = (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")).trim();
  for (const pid of children.split(" ").filter(Boolean))
    if ((await readFile(`/proc/${pid}/cmdline`, "utf8")).includes("renderAsync")) return Number(pid);
  return undefined;
}
