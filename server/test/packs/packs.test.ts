import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { and, eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { DesignDocument } from "#contract/design-document.ts";
import { makePack, type PackFile } from "#contract/packs.ts";
import { generationImages } from "#server/db/tables/generations.ts";
import { readC2pa } from "#server/features/generations/provenance.ts";
import { safeFileName } from "#server/features/packs/make-pack.ts";
import { askAs } from "../designs/designs-shop.ts";
import { artOf, documentWith, plainArt, shapeLayer, textLayer } from "../designs/documents.ts";
import { finished, memberWith, openGeneratorShop, startGeneration } from "../generations/generator-shop.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { addReference } from "../references/references-shop.ts";

interface Entry {
  kind: "picture" | "design";
  id: string;
}

async function packOf(shop: TestShop, as: Person, entries: unknown, title?: string) {
  const answer = await shop.http.inject({
    method: "POST",
    url: "/api/packs",
    headers: { cookie: as.cookie },
    payload: { entries, ...(title === undefined ? {} : { title }) } as object,
  });
  const isZip = answer.headers["content-type"] === "application/zip";
  const files = isZip ? unzipSync(answer.rawPayload) : {};
  const told = files["pack.json"] && (JSON.parse(Buffer.from(files["pack.json"]).toString()) as PackFile);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: isZip ? null : answer.json(),
    files,
    told,
  };
}

async function designOf(shop: TestShop, as: Person, name: string, document: DesignDocument): Promise<Entry> {
  const made = await shop.send({ method: "POST", url: "/api/designs", body: { name, document }, as });
  return { kind: "design", id: made.body.data.id };
}

const differences = (told: PackFile | undefined) => told?.entries.map(({ differsIn }) => differsIn);
const title = (text: string, more: object = {}) => textLayer(text, { id: "title", ...more });

async function storedKey({ platform }: TestShop, runId: string, position: number) {
  const rows = await platform.db
    .select({ key: generationImages.fileKey })
    .from(generationImages)
    .where(and(eq(generationImages.generationId, runId), eq(generationImages.position, position)));
  return rows[0]?.key;
}

/** A member with a run and a variation of its first picture. */
async function openVariations() {
  const { shop } = await openGeneratorShop();
  const member = await memberWith(shop, 9);
  const run = await finished(
    shop,
    member,
    (await startGeneration(shop, member, { words: "none" })).body.data.id,
  );
  const pictures: Entry[] = run.images.map(({ id }: { id: string }) => ({ kind: "picture", id }));
  const more = { title: "", customPrompt: "", source: pictures[0], vary: "background" };
  const started = await startGeneration(shop, member, more);
  const variation = await finished(shop, member, started.body.data.id);
  const varied: Entry[] = variation.images.map(({ id }: { id: string }) => ({ kind: "picture", id }));
  return { shop, member, run, pictures, varied };
}

test("a pack holds its pictures as the shop keeps them, under clear names, with what they differ in and how to upload them", async () => {
  const { shop, member, run, pictures, varied } = await openVariations();
  const document = documentWith([title("30 DAYS")], artOf(pictures[0]!.id));
  const design = await designOf(shop, member, "With words", document);
  const entries = [pictures[0]!, varied[1]!, design];
  const { status, headers, files, told } = await packOf(shop, member, entries, "Which one?");
  expect(status).toBe(200);
  expect(headers["content-disposition"]).toBe(
    `attachment; filename=thumbnail-pack.zip; filename*=UTF-8''Which-one-pack.zip`,
  );
  expect(headers["cache-control"]).toBe("no-store");
  const slug = safeFileName(run.title, "");
  const names = [`1-${slug}-1.png`, `2-${slug}-2.png`, "3-With-words.png"];
  expect(Object.keys(files)).toEqual([...names, "pack.json", "how-to-upload.txt"]);
  for (const name of names) {
    expect(files[name]!.length).toBeLessThan(2_000_000);
    const { format, width, height } = await sharp(files[name]).metadata();
    expect([format, width, height]).toEqual(["png", 1280, 720]);
  }
  const kept = await shop.http.inject({ url: run.images[0].url, headers: { cookie: member.cookie } });
  expect(Buffer.from(files[names[0]!]!).equals(kept.rawPayload)).toBe(true);
  expect(readC2pa(Buffer.from(files[names[2]!]!))).toEqual(readC2pa(kept.rawPayload));
  expect(told).toEqual({
    title: "Which one?",
    madeAt: expect.stringMatching(/^\d{4}-.*Z$/),
    entries: entries.map((entry, index) => ({
      file: names[index],
      ...entry,
      differsIn: [[], ["background"], ["words"]][index],
      madeAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })),
  });
  const guide = Buffer.from(files["how-to-upload.txt"]!).toString();
  expect(guide).toContain("Test & compare");
  for (const name of names) expect(guide).toContain(name);
});

describe("what a thumbnail differs in", () => {
  const blue = documentWith([title("30 DAYS"), shapeLayer()], plainArt("#1030c0"));
  const of = (change: (document: DesignDocument) => DesignDocument) => change(structuredClone(blue));
  const layer = (at: number, more: object) =>
    of((document) => ({
      ...document,
      layers: document.layers.map((each, index) => (index === at ? ({ ...each, ...more } as never) : each)),
    }));

  test("is told from the documents: words, ground, light, part, shapes, or several things", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    const first = await designOf(shop, person, "First", blue);
    const adjust = (more: object) =>
      of((document) => ({
        ...document,
        art: { ...document.art, adjust: { ...document.art.adjust, ...more } } as never,
      }));
    const cases: [DesignDocument, string[]][] = [
      [blue, []],
      [layer(0, { lines: [[{ text: "31 DAYS" }]] }), ["words"]],
      [layer(0, { x: 10, fill: "#ffee00", size: 90 }), ["words"]],
      [layer(0, { id: "another", name: "Named", locked: true }), []],
      [of((document) => ({ ...document, art: plainArt("#c03010") })), ["background"]],
      [of((document) => ({ ...document, art: plainArt("#1030C0") })), []],
      [adjust({ brightness: 20, contrast: 10 }), ["light"]],
      [adjust({ saturation: -40 }), ["colours"]],
      [adjust({ brightness: 20, saturation: -40 }), ["several things"]],
      [layer(1, { fill: "#00ff00" }), ["shapes"]],
      [layer(1, { hidden: true }), ["shapes"]],
      [of(({ layers, ...document }) => ({ ...document, layers: layers.toReversed() })), ["several things"]],
      [
        of((document) => ({
          ...document,
          layers: [title("31 DAYS"), shapeLayer()],
          art: plainArt("#c03010"),
        })),
        ["several things"],
      ],
    ];
    for (const [document, expected] of cases) {
      const other = await designOf(shop, person, "Other", document);
      const url = `/api/packs/preview?entries=design:${first.id},design:${other.id}`;
      const { body } = await shop.send({ url, as: person });
      expect(body.data[1].differsIn, JSON.stringify(document)).toEqual(expected);
    }
  });

  test("is told from the runs: what a variation was to change, and of other pictures that nobody knows", async () => {
    const { shop, member, pictures, varied } = await openVariations();
    const [one, two] = pictures as [Entry, Entry];
    const [background, another] = varied as [Entry, Entry];
    const told = async (...entries: Entry[]) => differences((await packOf(shop, member, entries)).told);
    expect(await told(one, background, another)).toEqual([[], ["background"], ["background"]]);
    expect(await told(background, one)).toEqual([[], ["background"]]);
    expect(await told(background, another)).toEqual([[], ["background"]]);
    expect(await told(one, two)).toEqual([[], ["several things"]]);
    expect(await told(two, background)).toEqual([[], ["several things"]]);
  });

  test("is told of variations of a design on a person's own picture too, of the part of it that they were made from", async () => {
    const { shop } = await openGeneratorShop();
    const member = await memberWith(shop, 9);
    const ask = askAs(shop, member);
    const { id } = await addReference(shop, member);
    const { crop, adjust } = plainArt();
    const lying = (part: object) =>
      documentWith([title("30 DAYS")], { kind: "reference", id, crop: { ...crop, ...part }, adjust });
    const own = await designOf(shop, member, "Own", lying({ width: 0.5 }));
    const vary = async (): Promise<Entry[]> => {
      const more = { title: "", customPrompt: "", source: own, vary: "background" };
      const started = await startGeneration(shop, member, more);
      const { images } = await finished(shop, member, started.body.data.id);
      return images.map(({ designId }: { designId: string }) => ({ kind: "design", id: designId }));
    };
    const told = async (...entries: Entry[]) => {
      const named = entries.map((entry) => `${entry.kind}:${entry.id}`);
      const { body } = await ask(`packs/preview?entries=${named}`);
      return body.data.map(({ differsIn }: { differsIn: string[] }) => differsIn);
    };
    const [first, second] = (await vary()) as [Entry, Entry];
    const [later] = (await vary()) as [Entry, Entry];
    expect(await told(own, first, second)).toEqual([[], ["background"], ["background"]]);
    expect(await told(first, own, later)).toEqual([[], ["background"], ["background"]]);
    const body = { version: 1, document: lying({ height: 0.5 }) };
    expect((await ask(`designs/${own.id}`, { method: "PUT", body })).status).toBe(200);
    expect(await told(own, first)).toEqual([[], ["several things"]]);
    const [ofAnotherPart] = (await vary()) as [Entry, Entry];
    expect(await told(own, ofAnotherPart)).toEqual([[], ["background"]]);
    expect(await told(first, ofAnotherPart)).toEqual([[], ["several things"]]);
  });
});

test("one thumbnail, four, the same twice, another's and a deleted one are refused with a sentence, and nothing is sent", async () => {
  const shop = await openTestShop();
  const [person, other] = [await shop.signUp(), await shop.signUp()];
  const own: Entry[] = [];
  for (const name of ["One", "Two", "Three", "Four"])
    own.push(await designOf(shop, person, name, documentWith([title(name)])));
  const foreign = await designOf(shop, other, "Theirs", documentWith([title("THEIRS")]));
  const gone = await designOf(shop, person, "Gone", documentWith([title("GONE")]));
  await shop.send({ method: "DELETE", url: `/api/designs/${gone.id}`, as: person });
  const unknown = { kind: "picture", id: "f".repeat(24) };
  const missing = "One of these thumbnails is not here any more.";
  const cases: [unknown, number, string][] = [
    [undefined, 400, "A pack has two or three thumbnails."],
    [[], 400, "A pack has two or three thumbnails."],
    [own.slice(0, 1), 400, "A pack has two or three thumbnails."],
    [own, 400, "A pack has two or three thumbnails."],
    [[own[0], own[0]], 400, "Each thumbnail can be in a pack once."],
    [[own[0], { kind: "sticker", id: "x" }], 400, "An entry's kind must be one of picture, design."],
    [[own[0], { ...own[1], x: 1 }], 400, 'An entry has no field "x".'],
    [[own[0], foreign], 404, missing],
    [[own[0], gone], 404, missing],
    [[own[0], unknown], 404, missing],
    [[own[0], { kind: "design", id: "../../etc" }], 404, missing],
    [[own[0], { kind: "picture", id: own[1]!.id }], 404, missing],
  ];
  for (const [entries, status, message] of cases) {
    const answer = await packOf(shop, person, entries);
    expect([answer.status, answer.body.message], JSON.stringify(entries)).toEqual([status, message]);
  }
  const preview = await shop.send({
    url: `/api/packs/preview?entries=design:${own[0]!.id},design:${foreign.id},design:${gone.id}`,
    as: person,
  });
  expect(preview.body.data).toEqual([
    {
      ...own[0],
      isGone: false,
      name: "One",
      previewUrl: `/api/designs/${own[0]!.id}/preview?version=1`,
      differsIn: [],
    },
    { ...foreign, isGone: true },
    { ...gone, isGone: true },
  ]);
  for (const entries of ["", "design", "design:a,design:a", "design:a,design:b,design:c,design:d", "x:1"])
    expect((await shop.send({ url: `/api/packs/preview?entries=${entries}`, as: person })).status).toBe(400);
});

test("a pack holds the design that it tells of, also where it is saved anew meanwhile", async () => {
  const { shop, member, pictures } = await openVariations();
  const [art] = pictures as [Entry];
  const design = await designOf(shop, member, "Words", documentWith([title("BEFORE")], artOf(art.id)));
  const url = `/api/designs/${design.id}`;
  const { get } = shop.platform.storage;
  vi.spyOn(shop.platform.storage, "get").mockImplementationOnce(async (key) => {
    const body = { version: 1, document: documentWith([title("AFTER")], artOf(art.id)) };
    expect((await shop.send({ method: "PUT", url, body, as: member })).status).toBe(200);
    return get(key);
  });
  const { files } = await packOf(shop, member, [art, design]);
  const told = await shop.http.inject({
    url: `${url}/image?version=1`,
    headers: { cookie: member.cookie },
  });
  expect(Buffer.from(files["2-Words.png"]!).equals(told.rawPayload)).toBe(true);
});

test("names are safe on every disk, whatever a thumbnail is called", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const names = [
    '../../a\\b/"c" <d>|*?:e',
    "CON",
    "Привет, как дела? 🎉",
    "東京で一番安い",
    "…",
    "x".repeat(100),
  ];
  const files: string[] = [];
  for (let at = 0; at < names.length; at += 2) {
    const entries = [];
    for (const name of names.slice(at, at + 2))
      entries.push(await designOf(shop, person, name, documentWith([title("A")], plainArt())));
    const { files: made, headers } = await packOf(shop, person, entries, names[at]);
    files.push(...Object.keys(made).filter((name) => name.endsWith(".png")));
    expect(headers["content-disposition"]).toMatch(
      /^attachment; filename=thumbnail-pack\.zip; filename\*=UTF-8''[\w%.-]+-pack\.zip$/,
    );
  }
  expect(files).toEqual([
    "1-a-b-c-d-e.png",
    "2-CON.png",
    "1-Привет-как-дела.png",
    "2-東京で一番安い.png",
    "1-thumbnail.png",
    `2-${"x".repeat(60)}.png`,
  ]);
  expect(safeFileName("a\u202egnp.exe", "-")).toBe("a-gnp-exe");
  expect(safeFileName(`Z${"\u0300".repeat(50)}`, "-")).toHaveLength(4);
  expect(safeFileName("e\u0301", "-")).toBe("é");
});

test("packs are made at a limited rate, and of one person one after another", async () => {
  const shop = await openTestShop({ config: { rateLimitFactor: 1 } });
  const person = await shop.signUp();
  const entries = [
    await designOf(shop, person, "One", documentWith([title("ONE")])),
    await designOf(shop, person, "Two", documentWith([title("TWO")])),
  ];
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => packOf(shop, person, entries)));
  const refused = answers.filter(({ status }) => status === 503);
  const made = answers.filter(({ status }) => status === 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(made.length + refused.length).toBe(5);
  expect(refused[0]!.headers["retry-after"]).toBeDefined();
  for (let count = answers.length; count < makePack.rateLimit.max; count += 1)
    expect((await packOf(shop, person, [])).status).toBe(400);
  const over = await packOf(shop, person, entries);
  expect(over.status).toBe(429);
  expect(Number(over.headers["retry-after"])).toBeGreaterThan(0);
});

test("who reads a pack slowly keeps nobody from the next one, not even themselves", async () => {
  const { shop, member, run, pictures } = await openVariations();
  // More than the sockets' buffers take.
  for (const { position } of run.images) {
    const key = (await storedKey(shop, run.id, position))!;
    await shop.platform.storage.put(key, randomBytes(1_999_000), "image/png");
  }
  const body = JSON.stringify({ entries: pictures });
  const { hostname, port } = new URL(await shop.listen());
  const head = `POST /api/packs HTTP/1.1\r\nhost: x\r\ncookie: ${member.cookie}\r\ncontent-type: application/json`;
  for (let reader = 0; reader < 4; reader += 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    onTestFinished(() => void socket.destroy());
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    const [first] = (await once(socket, "data")) as [Buffer];
    socket.pause();
    expect(first.toString("latin1", 0, 15)).toBe("HTTP/1.1 200 OK");
  }
  expect((await packOf(shop, member, pictures)).status).toBe(200);
});
