import { expect } from "vitest";
import { newId } from "#server/db/ids.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import {
  finished,
  type GeneratorShop,
  memberWith,
  openGeneratorShop,
  startGeneration,
} from "./generator-shop.ts";

export const title = "The Honest Truth";

/** A shop whose model misspells the title on every picture, and a member. */
export async function openMisspelt(
  options: { credits?: number } & Parameters<typeof openGeneratorShop>[0] = {},
): Promise<GeneratorShop & { member: Person }> {
  const emulator = { fixedWords: "TEH\nHONEST\nTRUTH", ...options.emulator };
  const opened = await openGeneratorShop({ readsWords: true, ...options, emulator });
  return { ...opened, member: await memberWith(opened.shop, options.credits ?? 5) };
}

/** A done run of which a free take is offered. */
export async function openOffer(options: Parameters<typeof openMisspelt>[0] = {}) {
  const opened = await openMisspelt(options);
  const { shop, member } = opened;
  const { id } = (await startGeneration(shop, member, { title })).body.data;
  await finished(shop, member, id);
  return { ...opened, run: await read(shop, member, id) };
}

/** The run once both of its pictures were read. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export async function read(shop: TestShop, as: Person, id: string): Promise<any> {
  const run = async () => (await shop.send({ url: `/api/generations/${id}`, as })).body.data;
  const spelt = ({ images }: { images: { spelling?: object }[] }) =>
    images.filter((one) => one.spelling).length;
  await expect.poll(async () => spelt(await run()), { timeout: 20_000 }).toBe(2);
  return run();
}

export async function retake(
  shop: TestShop,
  as: Person | null,
  id: string,
  { position = 1, idempotencyKey = newId() }: { position?: number | string; idempotencyKey?: string } = {},
) {
  const url = `/api/generations/${id}/images/${position}/retake`;
  return shop.send({ method: "POST", url, body: { idempotencyKey }, as });
}
