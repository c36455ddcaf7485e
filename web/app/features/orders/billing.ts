import type { ViewerRecord } from "#contract/accounts.ts";
import type { ApiClient } from "#contract/call.ts";
import { countryNamed } from "#contract/countries.ts";
import { listItemOrders, listOrders } from "#contract/orders.ts";
import { getShopSettings } from "#contract/shop-settings.ts";
import { listUsers } from "#contract/users.ts";
import { undefinedOnError } from "#web/api/loaders.ts";
import type { BillingFields } from "#web/features/orders/place-order.ts";
import { draftPrefix } from "#web/features/shell/sign-out.ts";
import { writeText } from "#web/ui/storage.ts";
import { useDraft } from "#web/ui/use-draft.ts";

/**
 * What a checkout starts from: the person's own profile, or the last paid order where that names no address, and the
 * shop's fee in percent. A profile's country is free
 * text; one that the list doesn't have is left for the person to choose.
 */
export async function loadBilling(
  api: ApiClient,
  viewer: ViewerRecord,
): Promise<{ billing: BillingFields; feePercent: number }> {
  const [users, settings] = await Promise.all([
    // An admin's session would list everyone, so the own e-mail is sent along.
    undefinedOnError(api(listUsers, { query: { userEmail: viewer.userEmail } })),
    undefinedOnError(api(getShopSettings, {})),
  ]);
  const profile = users?.body[0];
  const own = { address: profile?.address ?? "", country: countryNamed(profile?.country ?? "") ?? "" };
  const last = own.address && own.country ? undefined : await lastPaidAddress(api, viewer.userEmail);
  return {
    billing: {
      customerName: profile?.userName || viewer.userName,
      ...(own.address || own.country || !last ? own : last),
    },
    feePercent: settings?.body.data.processingFeePercent ?? 0,
  };
}

/** Address and country of the person's last paid order, of either kind. */
async function lastPaidAddress(api: ApiClient, userEmail: string) {
  const input = { query: { userEmail, paymentStatus: "Paid", page: 1, pageSize: 1 } };
  const lists = await Promise.all([
    undefinedOnError(api(listOrders, input)),
    undefinedOnError(api(listItemOrders, input)),
  ]);
  const [last] = lists
    .flatMap((list): { createdAt: string; address: string; country: string }[] => list?.body ?? [])
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return last && { address: last.address, country: countryNamed(last.country) ?? "" };
}

/**
 * The billing form: the profile's values, and over them what the person typed in this tab and has not ordered with,
 * so that a reload or a look elsewhere loses nothing. `forget` is for when the order is made.
 */
export function useBillingDraft(userId: string, profile: BillingFields) {
  const key = `${draftPrefix}billing:${userId}`;
  const [fields, setFields] = useDraft<BillingFields>(key, {
    place: "session",
    start: () => profile,
    parse(text) {
      const kept = JSON.parse(text) as Record<string, unknown>;
      const { customerName, address, country } = { ...profile, ...kept };
      const isSound = [customerName, address, country].every((value) => typeof value === "string");
      return isSound ? ({ customerName, address, country } as BillingFields) : null;
    },
    format: (now) => changedText(now, profile),
  });
  const change = (name: keyof BillingFields, value: string) =>
    setFields((now) => ({ ...now, [name]: value }));
  return { fields, change, forget: () => writeText(key, "", "session") };
}

/** Only what differs from the profile, so that a profile that changes meanwhile is shown. */
function changedText(fields: BillingFields, profile: BillingFields): string {
  const names = Object.keys(fields) as (keyof BillingFields)[];
  const changed = names.filter((name) => fields[name] !== profile[name]);
  return changed.length === 0
    ? ""
    : JSON.stringify(Object.fromEntries(changed.map((name) => [name, fields[name]])));
}
