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
import { findOrderOfClientId, insertOrder, type OrderRow, type OrderToMake } from "./orders.repository.ts";

export type OrderForm = z.output<typeof newOrderInput>;

type Product = Pick<
  OrderToMake,
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
  const findKnown = () => clientOrderId && findOrderOfClientId(platform.db, viewer.id, kind, clientOrderId);
  const { processingFeePercent } = await readShopSettings(platform);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const product = await findProduct(platform.db, kind, form.packageId);
    if (!product) {
      const known = await findKnown();
      if (known) return known;
      throw failure("NOT_FOUND", kind === "package" ? "Failed to fetch package" : "Item not found.");
    }
    const feeMinor = processingFee(product.priceMinor, processingFeePercent);
    const row: OrderToMake = {
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
    const made = form.keepAddress
      ? await platform.db.transaction(async (tx) => {
          const inserted = await insertOrder(tx, row);
          if (inserted) await keepAddress(tx, viewer.id, form);
          return inserted;
        })
      : await insertOrder(platform.db, row);
    // That its id is taken is the exception, so that it is looked for only then.
    const found = made ?? (await findKnown());
    if (found) return found;
  }
  throw failure("CONFLICT");
}

const noGoods = { imageUrl: "", slug: "", itemCode: "", guidelines: "", accessUrl: "" };
const noCredits = { credit: 0, validityDays: 0, membershipLevel: null, sellerEmail: "" };

/** What is on sale under this id, or null. */
async function findProduct(tx: Tx, kind: OrderKind, id: string): Promise<Product | null> {
  if (kind === "package") {
    const found = await findPackageOnSale(tx, id);
    if (!found) return null;
    const { name, priceMinor, credit, validityDays, membershipLevel, sellerEmail } = found;
    return {
      ...noGoods,
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
  if (!found) return null;
  const { name, priceMinor, imageUrl, slug, itemCode, guidelines, accessUrl } = found;
  return {
    ...noCredits,
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
