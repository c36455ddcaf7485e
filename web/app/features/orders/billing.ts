import type { ViewerRecord } from "#contract/accounts.ts";
import type { ApiClient } from "#contract/call.ts";
import { countryNamed } from "#contract/countries.ts";
import { getShopSettings } from "#contract/shop-settings.ts";
import { listUsers } from "#contract/users.ts";
import { orLater } from "#web/api/query.tsx";
import type { BillingFields } from "#web/features/orders/place-order.ts";

/**
 * What a checkout starts from: the person's own profile, and the shop's fee in percent. A profile's country is free
 * text; one that the list doesn't have is left for the person to choose.
 */
export async function loadBilling(
  api: ApiClient,
  viewer: ViewerRecord,
): Promise<{ billing: BillingFields; feePercent: number }> {
  const [users, settings] = await Promise.all([
    // An admin's session would list everyone, so the own e-mail is sent along.
    orLater(api(listUsers, { query: { userEmail: viewer.userEmail } })),
    orLater(api(getShopSettings, {})),
  ]);
  const profile = users?.body[0];
  return {
    billing: {
      customerName: profile?.userName || viewer.userName,
      address: profile?.address ?? "",
      country: countryNamed(profile?.country ?? "") ?? "",
    },
    feePercent: settings?.body.data.processingFeePercent ?? 0,
  };
}
