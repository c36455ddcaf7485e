import { displayAmount } from "#contract/money.ts";
import { ShownPrice } from "#web/ui/price.tsx";

/** An amount as an order's record has it: "19.99". */
export function OrderPrice(props: { text: string; currency: string; code?: boolean }) {
  return <ShownPrice {...props} shown={displayAmount(props.text, props.currency)} />;
}
