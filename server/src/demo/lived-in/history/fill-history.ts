import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { renderThumbnail } from "#emulators/gemini/renderer/render.ts";
import type { Config } from "#server/config.ts";
import { fileKeyOf } from "#server/features/generations/make-images.ts";
import { nextReceiptNumber } from "#server/features/orders/orders.service.ts";
import { sellerOfNow } from "#server/features/orders/seller.ts";
import { readPaypalSettings } from "#server/features/payments/settings/paypal-settings.ts";
import { limitConcurrency } from "#server/platform/concurrency.ts";
import type { Platform } from "#server/platform/platform.ts";
import { earlierPaypalFile } from "../../mount-emulators.ts";
import { createChance } from "./chance.ts";
import { liveThrough } from "./crowd.ts";
import { noRows } from "./history-rows.ts";
import { ideas } from "./ideas.ts";
import type { Past } from "./past.ts";
import { paypalMemory } from "./paypal-memory.ts";
import { insertHistory, readGoods } from "./write-history.repository.ts";

const people = 190;

/**
 * Two months of a shop, so that its charts and histories can be judged. The routes know no other day than today, and
 * what the ledger has booked is never changed: so these rows are written as they would stand, each with its day.
 */
export async function fillHistory(
  platform: Platform,
  config: Config,
  admin: Past["admin"],
  drawn: Buffer | undefined,
): Promise<void> {
  const { db, storage } = platform;
  const rows = noRows();
  const { currency } = await readPaypalSettings(db);
  const past: Past = {
    rows,
    chance: createChance(20_26),
    now: new Date(),
    goods: await readGoods(db),
    currency,
    seller: await sellerOfNow(db),
    admin,
  };
  liveThrough(past, people);
  const pictures = await drawPictures(drawn);
  const done = rows.generations.filter(({ stage }) => stage === "done");
  const store = async ({ id, finishedAt }: (typeof done)[number], position: number) => {
    const bytes = past.chance.pick(pictures);
    const fileKey = fileKeyOf({ id, attempt: 0 }, position);
    await storage.put(fileKey, bytes, "image/png");
    const image = { generationId: id, position, fileKey, mimeType: "image/png", bytes: bytes.length };
    rows.images.push({ ...image, createdAt: finishedAt! });
  };
  const inTurn = limitConcurrency(16);
  await Promise.all(done.flatMap((run) => [1, 2].map((position) => inTurn(() => store(run, position)))));
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(earlierPaypalFile(config), paypalMemory(rows));
  await db.transaction(async (tx) => {
    const paid = rows.orders
      .filter((order) => order.paidAt)
      .toSorted((a, b) => a.paidAt!.getTime() - b.paidAt!.getTime());
    const first = await nextReceiptNumber(tx);
    for (const [index, order] of paid.entries()) order.receiptNumber = first + index;
    await insertHistory(tx, rows);
  });
}

/**
 * In so few colours that hundreds of them take the room of a gallery, and few in number: nobody signs in as those whom
 * they belong to.
 */
async function drawPictures(drawn: Buffer | undefined): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const [title, niche, style] of ideas.slice(0, drawn ? 1 : 6)) {
    const picture = drawn ?? (await renderThumbnail({ title, niche, style, variation: 0 }));
    const few = { palette: true, colours: 16, dither: 0 };
    pictures.push(await sharp(picture).resize(1280, 720).png(few).toBuffer());
  }
  return pictures;
}
