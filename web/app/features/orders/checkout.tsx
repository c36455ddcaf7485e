import { CircleAlert, LockKeyhole } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Link } from "react-router";
import { counted } from "#contract/counted.ts";
import { countries } from "#contract/countries.ts";
import { decimalsOf, orderPrice, textToMinor } from "#contract/money.ts";
import type { OrderKind } from "#contract/orders.ts";
import { useBillingDraft } from "#web/features/orders/billing.ts";
import styles from "#web/features/orders/checkout.module.css";
import { CouponField, useCoupon } from "#web/features/orders/coupon-field.tsx";
import {
  type BillingErrors,
  type BillingFields,
  type CheckoutFailure,
  type PlacedOrder,
  usePlaceOrder,
} from "#web/features/orders/place-order.ts";
import { DescriptionItem, DescriptionList } from "#web/ui/details.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Checkbox } from "#web/ui/elements/choice.tsx";
import { NativeSelect, TextInput } from "#web/ui/elements/inputs.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { Price } from "#web/ui/price.tsx";

export type CheckoutProduct = {
  id: string;
  name: string;
  /** In `currency`, at most two decimals. */
  price: number;
  /** What is in it, one line each. */
  facts: string[];
  picture?: { src: string; alt: string };
};

/** What is bought, to whom it is billed, and the button that makes the order. Nothing is charged here. */
export function Checkout(props: {
  kind: OrderKind;
  product: CheckoutProduct;
  currency: string;
  feePercent: number;
  userId: string;
  email: string;
  billing: BillingFields;
  onPlaced: (order: PlacedOrder) => void;
}) {
  const { kind, product, email } = props;
  const draft = useBillingDraft(props.userId, props.billing);
  const { fields } = draft;
  const [keep, setKeep] = useState(true);
  const order = usePlaceOrder(kind, product.id, props.userId, (placed) => {
    draft.forget();
    props.onPlaced(placed);
  });
  const coupon = useCoupon(product.id);
  const free = coupon.quote !== null && Number(coupon.quote.total) === 0;
  const ids = { customerName: useId(), address: useId(), country: useId() };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = await order.place(fields, keep, coupon.settle);
    if (wrong?.couponCode) coupon.refuse(wrong.couponCode);
    const first = wrong && (["customerName", "address", "country"] as const).find((name) => wrong[name]);
    if (first) document.getElementById(ids[first])?.focus();
  }

  return (
    <div className={styles.checkout}>
      <ProductInformation {...props} coupon={coupon} />
      <form noValidate onSubmit={submit} className={styles.panel} aria-labelledby="billing-information">
        <h2 id="billing-information" className={styles.heading}>
          Billing Information
        </h2>
        <BillingInformation
          ids={ids}
          email={email}
          fields={fields}
          errors={order.errors}
          onChange={(name, value) => {
            draft.change(name, value);
            order.clear(name);
          }}
        />
        <Checkbox
          mt="md"
          label="Keep for next time"
          description="Writes address and country into your profile."
          checked={keep}
          onChange={(event) => setKeep(event.currentTarget.checked)}
        />
        <div className={styles.submit}>
          <p className={styles.secure}>
            <LockKeyhole size={18} aria-hidden />
            Secure payment processing
          </p>
          {order.failure && <FailureText {...order.failure} />}
          <Button type="submit" size="lg" fullWidth busy={order.busy}>
            {order.busy ? "Processing..." : free ? "Complete Order" : "Proceed to Payment"}
          </Button>
          <p className={styles.terms}>
            {free ? "Nothing is left to pay." : "You pay on the next page."} By going on you accept our{" "}
            <Link to="/terms" target="_blank">
              terms
            </Link>{" "}
            and our{" "}
            <Link to="/refund-policy" target="_blank">
              refund policy
            </Link>
            .
          </p>
        </div>
      </form>
    </div>
  );
}

function FailureText({ text, signedOut }: CheckoutFailure) {
  return (
    <Alert role="alert" color="red" icon={<CircleAlert size={20} aria-hidden />}>
      {text}{" "}
      {signedOut && (
        <a href="/login" target="_blank" rel="noopener">
          Log in in a new tab
        </a>
      )}
    </Alert>
  );
}

function ProductInformation(props: {
  kind: OrderKind;
  product: CheckoutProduct;
  currency: string;
  feePercent: number;
  coupon: ReturnType<typeof useCoupon>;
}) {
  const { kind, product, currency, feePercent, coupon } = props;
  const what = kind === "package" ? "Package" : "Item";
  const price = textToMinor(product.price.toFixed(decimalsOf(currency)), currency) ?? 0;
  const { quote } = coupon;
  const discount = textToMinor(quote?.discount ?? "0", currency) ?? 0;
  const { feeMinor: fee, totalMinor: total } = orderPrice(price, discount, feePercent);
  return (
    <section className={`${styles.panel} ${styles.information}`} aria-labelledby="product-information">
      <h2 id="product-information" className={styles.heading}>
        {what} Information
      </h2>
      {product.picture && (
        <ImageWithFallback
          className={styles.picture}
          ratio={16 / 9}
          sizes="(min-width: 62em) 480px, 92vw"
          {...product.picture}
        />
      )}
      <div className={styles.product}>
        <p className={styles.name}>{product.name}</p>
        {product.facts.length > 0 && (
          <ul className={styles.facts}>
            {product.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.prices}>
        <DescriptionList>
          <DescriptionItem name={`${what} Price`}>
            <Price minor={price} currency={currency} />
          </DescriptionItem>
          {quote && (
            <DescriptionItem name={`Coupon ${quote.code}`}>
              {quote.extraCredits > 0 ? (
                `+${counted(quote.extraCredits, "credit")}`
              ) : (
                <Price minor={-discount} currency={currency} />
              )}
            </DescriptionItem>
          )}
          {fee > 0 && (
            <DescriptionItem name={`Processing Fee (${feePercent}%)`}>
              <Price minor={fee} currency={currency} />
            </DescriptionItem>
          )}
          <DescriptionItem name="Total" kind="total">
            <Price minor={total} currency={currency} code />
          </DescriptionItem>
        </DescriptionList>
        {kind === "package" && (
          <CouponField coupon={coupon} total={<Price minor={total} currency={currency} code />} />
        )}
      </div>
    </section>
  );
}

const countryOptions = [
  { value: "", label: "Select a country", disabled: true },
  ...countries.map((name) => ({ value: name, label: name })),
];

function BillingInformation(props: {
  ids: Record<keyof BillingFields, string>;
  email: string;
  fields: BillingFields;
  errors: BillingErrors;
  onChange: (name: keyof BillingFields, value: string) => void;
}) {
  const { ids, fields, errors, onChange } = props;
  return (
    <div className={styles.fields}>
      <TextInput
        id={ids.customerName}
        label="Full Name"
        autoComplete="name"
        maxLength={200}
        required
        value={fields.customerName}
        error={errors.customerName}
        onChange={(event) => onChange("customerName", event.currentTarget.value)}
      />
      <TextInput
        label="Email"
        type="email"
        description="From your account. Your receipt goes to this address."
        value={props.email}
        readOnly
      />
      <TextInput
        id={ids.address}
        label="Address"
        autoComplete="street-address"
        maxLength={500}
        required
        value={fields.address}
        error={errors.address}
        onChange={(event) => onChange("address", event.currentTarget.value)}
      />
      <NativeSelect
        id={ids.country}
        label="Country"
        autoComplete="country-name"
        required
        data={countryOptions}
        value={fields.country}
        error={errors.country}
        onChange={(event) => onChange("country", event.currentTarget.value)}
      />
    </div>
  );
}
