import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

/** Of so much detail that making it smaller takes longer than asking does. */
function detailed(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 120, sigma: 40 } as const;
  return sharp({ create: { width: 640, height: 360, channels: 3, noise, background: "#000000" } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Done runs of a member, with two pictures each that were looked at small by nobody yet; their addresses. */
async function makeRuns({ platform }: TestShop, { id: userId }: Person, count: number, picture: Buffer) {
  const common = { userId, niche: "food", style: "colorful", customPrompt: "", cost: 1 };
  const runs = Array.from({ length: count }, () => {
    const id = newId();
    return { ...common, id, idempotencyKey: id, title: id, stage: "done" as const };
  });
  const images = runs.flatMap(({ id: generationId }) =>
    [1, 2].map((position) => {
      const fileKey = `generations/${generationId.slice(-2)}/${generationId}-${position}-0.png`;
      return { id: newId(), generationId, position, fileKey, mimeType: "image/png", bytes: picture.length };
    }),
  );
  await platform.db.insert(generations).values(runs);
  await platform.db.insert(generationImages).values(images);
  for (const { fileKey } of images) await platform.storage.put(fileKey, picture, "image/png");
  return images.map(({ generationId, position }) => `/api/generations/${generationId}/images/${position}`);
}

test("nobody is turned away while small pictures of many galleries are made again, as after a restore", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const addresses = await makeRuns(shop, person, 75, await detailed());
  const url = await shop.listen();
  const ask = async (path: string) => {
    const answer = await fetch(url + path, { headers: { cookie: person.cookie } });
    await answer.arrayBuffer();
    return `${answer.status} ${answer.headers.get("content-type")}`;
  };
  const small = addresses.map((address) => ask(`${address}/preview?width=320`));
  expect(new Set(await Promise.all(small))).toEqual(new Set(["200 image/webp"]));
});

test("a picture that can't be made smaller is shown whole", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const name = `${randomBytes(16).toString("hex")}.png`;
  const broken = (await detailed()).subarray(0, 40);
  const [address] = await makeRuns(shop, person, 1, broken);
  await shop.platform.storage.put(name, broken, "image/png");
  for (const path of [`/uploads/${name}?width=320`, `${address}/preview`]) {
    const answer = await shop.http.inject({ url: path, headers: { cookie: person.cookie } });
    expect([answer.statusCode, answer.headers["content-type"]], path).toEqual([200, "image/png"]);
    expect(answer.rawPayload.equals(broken), path).toBe(true);
  }
});

/** A GIF whose frames hold one dot each. */
function movingPicture(side: number, frames: number): Buffer {
  const sides = Buffer.from(Uint16Array.of(side, side).buffer);
  const colours = [0, 0, 0, 255, 255, 255];
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  const drawn = Array.from({ length: frames }, () => Buffer.from(frame));
  const head = [Buffer.from("GIF89a"), sides, Buffer.from([0x80, 0, 0, ...colours])];
  return Buffer.concat([...head, ...drawn, Buffer.from([0x3b])]);
}

test("a moving picture of too much work is made smaller once, of its first frame", async () => {
  const shop = await openTestShop();
  const name = `${randomBytes(16).toString("hex")}.gif`;
  await shop.platform.storage.put(name, movingPicture(2000, 13), "image/gif");
  const ask = async () => {
    const { headers, rawPayload } = await shop.http.inject({ url: `/uploads/${name}?width=320` });
    const { width, pages = 1 } = await sharp(rawPayload).metadata();
    return [headers["content-type"], width, pages];
  };
  const small = ["image/webp", 320, 1];
  expect(await ask()).toEqual(small);
  await shop.platform.storage.remove(name);
  expect(await ask()).toEqual(small);
});
