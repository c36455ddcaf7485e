import type { ViewerRecord } from "#contract/accounts.ts";
import type { ApiClient } from "#contract/call.ts";
import { getShopSettings } from "#contract/shop-settings.ts";
import { orLater } from "#web/api/query.tsx";
import type { BillingFields } from "#web/features/orders/place-order.ts";

/** What a checkout starts from: the person's own profile, and the shop's fee in percent. */
export async function loadBilling(
  api: ApiClient,
  viewer: ViewerRecord,
): Promise<{ billing: BillingFields; feePercent: number }> {
  const settings = await orLater(api(getShopSettings, {}));
  return {
    billing: { customerName: viewer.userName, address: "", country: "" },
    feePercent: settings?.data.data.processingFeePercent ?? 0,
  };
}
