import type { ButtonStyles } from "#contract/paypal-settings.ts";
import styles from "#web/features/paypal-settings/buttons.module.css";

const labels: Record<ButtonStyles["label"], [before: string, after: string]> = {
  paypal: ["", ""],
  checkout: ["", " Checkout"],
  buynow: ["", " Buy Now"],
  pay: ["Pay with ", ""],
};

/** About how PayPal draws its buttons, for when its script can't. */
export function DrawnButtons({ styleOf }: { styleOf: ButtonStyles }) {
  const [before, after] = labels[styleOf.label];
  return (
    <div className={styles.drawn} data-layout={styleOf.layout} data-shape={styleOf.shape}>
      <span className={styles.button} data-color={styleOf.color}>
        {before}
        <strong>PayPal</strong>
        {after}
      </span>
      {styleOf.layout === "vertical" ? (
        <span className={styles.button} data-color="black">
          Debit or Credit Card
        </span>
      ) : (
        <span className={styles.button} data-color={styleOf.color}>
          Pay Later
        </span>
      )}
    </div>
  );
}
