import { Link } from "react-router";
import type { ApiClient } from "#contract/call.ts";
import { getItem } from "#contract/items.ts";
import { decimalsOf, displayAmount } from "#contract/money.ts";
import { getPackage } from "#contract/packages.ts";
import { undefinedOnError } from "#web/api/loaders.ts";
import styles from "#web/features/accounts/account.module.css";

/** What a person was about to buy when they were asked to sign in. */
export type Offer = { name: string; price: number };

/** The package or item whose checkout `to` is; null for any other page, and for one that is not on sale. */
export async function findOffer(api: ApiClient, to: string): Promise<Offer | null> {
  const [, kind, id] = /^\/(buy|item-buy)\/([^/?#]+)/.exec(to) ?? [];
  if (!id) return null;
  if (kind === "buy") {
    const found = (await undefinedOnError(api(getPackage, { params: { id } })))?.body;
    return found ? { name: found.packageName, price: found.price } : null;
  }
  const found = (await undefinedOnError(api(getItem, { params: { id } })))?.body.data;
  return found ? { name: found.itemName, price: found.price } : null;
}

/** The offer above a sign-in form. `register` is the other way to it, for who has no account yet. */
export function OfferBox(props: { offer: Offer; currency: string; register?: string }) {
  const { offer, currency, register } = props;
  const price = displayAmount(offer.price.toFixed(decimalsOf(currency)), currency);
  return (
    <section className={styles.offer} aria-label="Your choice">
      <p>
        <strong>
          {offer.name}, <span className={styles.price}>{price}</span>:
        </strong>{" "}
        {register ? "sign in or create an account" : "create your account, then pay"}
      </p>
      {register && (
        <Link to={register} className={styles.second}>
          Create account
        </Link>
      )}
    </section>
  );
}
