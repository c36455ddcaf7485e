import type { Tx } from "#server/db/database.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { OrderRow } from "./orders.repository.ts";
import { receiptName, receiptPdf } from "./receipt-pdf.ts";

export interface Receipt {
  /** File name: "receipt-R-000042.pdf". */
  name: string;
  bytes: Buffer;
}

/** The receipt of an order; one that was never paid has none. Pass the transaction where the order is in one. */
export async function makeReceipt(platform: Platform, order: OrderRow, tx?: Tx): Promise<Receipt> {
  if (order.receiptNumber === null)
    throw failure("CONFLICT", "There is no receipt before the order is paid.");
  const { shopName } = await readShopSettings(tx ?? platform);
  const bytes = await receiptPdf(order, { shopName, appUrl: platform.config.appUrl });
  return { name: `receipt-${receiptName(order.receiptNumber)}.pdf`, bytes };
}
