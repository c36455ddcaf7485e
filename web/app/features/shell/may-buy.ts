import type { ViewerRecord } from "#contract/accounts.ts";

/** Sellers may not; the server refuses them. Whoever is not known yet may. */
export function mayBuy(user: ViewerRecord | null): boolean {
  return user?.userRole !== "Seller";
}

/** Where credits come from; `label` is the link's to the packages. Who may not buy is given theirs by the shop. */
export function wayToCredits(user: ViewerRecord | null, label: string): { label: string; to: string } {
  return mayBuy(user)
    ? { label, to: "/user/select-package" }
    : { label: "Ask the shop for credits", to: "/user/create-support" };
}
