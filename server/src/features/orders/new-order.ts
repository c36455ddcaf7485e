import type { z } from "zod";
import { processingFee } from "#contract/money.ts";
import type { newOrderInput, OrderKind } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { newCode } from "#server/db/ids.ts";
import { keepAddress } from "#server/features/accounts/accounts.service.ts";
import { findItemOnSale } from "#server/features/catalogue/items.service.ts";
import { findPackageOnSale } from "#server/features/catalogue/packages.service.ts";
import { readShopSettings, shopCurrency } from "#server/features/settings/settings.service.ts";
import { failure } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findOrderOfClientId, insertOrder, type NewOrderRow, type OrderRow } from "./orders.repository.ts";

export type OrderForm = z.output<typeof newOrderInput>;

type Product = Pick<
  NewOrderRow,
  | "productId"
  | "productName"
  | "priceMinor"
  | "credit"
  | "validityDays"
  | "membershipLevel"
  | "sellerEmail"
  | "imageUrl"
  | "slug"
  | "itemCode"
  | "guidelines"
  | "accessUrl"
>;

/**
 * Makes a pending order with the server's own price, credits, validity, names and ids. The client's id is a key
 * for its user: the same one again answers the same order, however many calls come at once.
 */
export async function placeOrder(
  platform: Platform,
  viewer: Pick<Viewer, "id" | "email">,
  kind: OrderKind,
  form: OrderForm,
): Promise<OrderRow> {
  const clientOrderId = form.orderId || null;
  const { processingFeePercent } = await readShopSettings(platform);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const known = clientOrderId && (await findOrderOfClientId(platform.db, viewer.id, kind, clientOrderId));
    if (known) return known;
    const product = await findProduct(platform.db, kind, form.packageId);
    const feeMinor = processingFee(product.priceMinor, processingFeePercent);
    const row: NewOrderRow = {
      ...product,
      kind,
      clientOrderId,
      orderId: newCode(),
      paymentId: newCode(),
      userId: viewer.id,
      feeMinor,
      totalMinor: product.priceMinor + feeMinor,
      currency: await shopCurrency(platform),
      customerName: form.customerName,
      customerEmail: viewer.email,
      address: form.address,
      country: form.country,
    };
    const made = await platform.db.transaction(async (tx) => {
      const inserted = await insertOrder(tx, row);
      if (inserted && form.keepAddress) await keepAddress(tx, viewer.id, form);
      return inserted;
    });
    if (made) return made;
  }
  throw failure("CONFLICT");
}

async function findProduct(tx: Tx, kind: OrderKind, id: string): Promise<Product> {
  if (kind === "package") {
    const found = await findPackageOnSale(tx, id);
    if (!found) throw failure("NOT_FOUND", "Failed to fetch package");
    const { name, priceMinor, credit, validityDays, membershipLevel, sellerEmail } = found;
    return {
      productId: found.id,
      productName: name,
      priceMinor,
      credit,
      validityDays,
      membershipLevel,
      sellerEmail,
    };
  }
  const found = await findItemOnSale(tx, id);
  if (!found) throw failure("NOT_FOUND", "Item not found.");
  const { name, priceMinor, imageUrl, slug, itemCode, guidelines, accessUrl } = found;
  return {
    productId: found.id,
    productName: name,
    priceMinor,
    imageUrl,
    slug,
    itemCode,
    guidelines,
    accessUrl,
  };
}
