import { Fragment } from "react";
import { Price } from "#web/ui/price.tsx";

/** What the figures beside it leave out, as it can't be added to them; nothing for a shop that has had one currency. */
export function OtherCurrencies(props: {
  sums: { currency: string; minor: number }[];
  /** Of what PayPal's fees leave. */
  isNet?: boolean;
  className: string | undefined;
}) {
  if (props.sums.length === 0) return null;
  return (
    <p className={props.className}>
      Besides, in other currencies{props.isNet && ", less PayPal's fees"}:{" "}
      {props.sums.map(({ currency, minor }, index) => (
        <Fragment key={currency}>
          {index > 0 && ", "}
          <Price minor={minor} currency={currency} />
        </Fragment>
      ))}
      . It is in none of these figures.
    </p>
  );
}
