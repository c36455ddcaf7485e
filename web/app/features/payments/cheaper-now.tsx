import { TrendingDown } from "lucide-react";
import { Link } from "react-router";
import type { ApiClient } from "#contract/call.ts";
import { getItem } from "#contract/items.ts";
import { displayMoney, textToMinor } from "#contract/money.ts";
import type { ItemOrderRecord, OrderKind, OrderRecord } from "#contract/orders.ts";
import { getPackage } from "#contract/packages.ts";
import { undefinedOnError } from "#web/api/loaders.ts";
import { Alert } from "#web/ui/elements/alert.tsx";

/** What a product costs now, in minor units of the shop's currency; undefined where it is not on sale. */
export async function findPresentPrice(
  api: ApiClient,
  kind: OrderKind,
  id: string,
): Promise<number | undefined> {
  const input = { params: { id } };
  const found =
    kind === "package"
      ? (await undefinedOnError(api(getPackage, input)))?.body
      : (await undefinedOnError(api(getItem, input)))?.body.data;
  return found && Math.round(found.price * 100);
}

/** An order keeps the price of its day: tells whoever is about to pay it where a new one would cost less. */
export function CheaperNow(props: {
  kind: OrderKind;
  order: OrderRecord | ItemOrderRecord;
  /** In `currency`. */
  presentPrice: number | undefined;
  currency: string;
}) {
  const { kind, order, presentPrice, currency } = props;
  const minor = (text: string) => textToMinor(text, order.currency) ?? 0;
  const isCheaper =
    presentPrice !== undefined &&
    order.currency === currency &&
    presentPrice < minor(order.packagePrice) - minor(order.discount);
  if (!isCheaper) return null;
  return (
    <Alert role="note" icon={<TrendingDown size={20} aria-hidden />} title="It costs less by now" mb="lg">
      This order keeps the price of its day; the {kind} costs {displayMoney(presentPrice, currency)} now.{" "}
      <Link to={`/${kind === "package" ? "buy" : "item-buy"}/${order.packageId}`}>Order it anew</Link>
    </Alert>
  );
}
