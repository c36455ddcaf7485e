import type { Config } from "#server/config.ts";

/** @throws one sentence where the shop is no demo: what is invented must not stand among what was sold. */
export function requireDemo({ demo, paypalApiUrl }: Pick<Config, "demo" | "paypalApiUrl">): void {
  if (!demo) throw new Error("Only a demo is filled with invented sales, and this shop has DEMO off.");
  if (paypalApiUrl)
    throw new Error(
      "Only a demo is filled with invented sales, and PAYPAL_API_URL names another PayPal than its own.",
    );
}
