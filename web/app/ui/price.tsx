import { displayMoney } from "#contract/display-money.ts";

/**
 * An amount of money in minor units: on one line, however narrow its place. `code` puts the currency's name behind its
 * sign, where a person decides about paying it.
 */
export function Price(props: { minor: number; currency: string; code?: boolean }) {
  return <ShownPrice {...props} shown={displayMoney(props.minor, props.currency)} />;
}

/** The same of an amount that is written already. */
export function ShownPrice(props: { shown: string; currency: string; code?: boolean }) {
  const { shown, currency, code } = props;
  return (
    <span className="price" translate="no">
      {shown}
      {code && !shown.endsWith(currency) && <span className="price-code">{` ${currency}`}</span>}
    </span>
  );
}
