import { Link } from "react-router";
import { counted } from "#contract/counted.ts";
import { decimalsOf } from "#contract/display-money.ts";
import { generationCostMicros, mostCostMicros } from "#contract/generation-cost.ts";
import { getShopSettings } from "#contract/shop-settings.ts";
import type { ShopSettings } from "#contract/shop-settings-form.ts";
import { useCall } from "#web/api/query.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { displayMicros } from "#web/ui/micros.ts";
import { Price } from "#web/ui/price.tsx";
import { Status } from "#web/ui/status.tsx";

/** What a package's credits cost where each of them is spent, and what is left of its price. Advice alone: silent where it cannot be told. */
export function PackageCost({
  price,
  credit,
  currency,
}: {
  price: number;
  credit: number;
  currency: string;
}) {
  const settings = useCall(getShopSettings, {}).data as ShopSettings | undefined;
  if (!settings?.modelPrices || !(price > 0) || !(credit > 0)) return null;
  const run = generationCostMicros(settings, currency);
  const most = mostCostMicros(settings, currency);
  if (run === null || most === null)
    return (
      <Text size="sm" c="dimmed">
        What these credits cost you is unknown: no price is entered for the models.{" "}
        <Link to="/admin/settings?panel=generator">Enter the prices</Link>
      </Text>
    );
  const runs = Math.floor(credit / settings.cost);
  const coin = 1_000_000 / 10 ** decimalsOf(currency);
  const minor = Math.round(price * 10 ** decimalsOf(currency));
  const left = minor - Math.ceil((runs * most) / coin);
  return (
    <Status as="div">
      <Text size="sm">
        If all are spent: {counted(runs, "run")} at {displayMicros(run, currency)}, at most{" "}
        <strong>{displayMicros(runs * most, currency)}</strong>
        {most > run && " with two free takes of each, for misspelt words"}. Left of the price:{" "}
        <strong>
          <Price minor={left} currency={currency} />
        </strong>
        , before PayPal's fee and discounts.
        {left < 0 && (
          <Text component="span" inherit c="var(--color-warning)" fw={600}>
            {" "}
            This package can cost more than it brings.
          </Text>
        )}
      </Text>
    </Status>
  );
}
