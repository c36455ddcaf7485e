import { Alert, Button } from "@mantine/core";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { Link } from "react-router";
import styles from "#web/features/payments/payment.module.css";
import type { Banner } from "#web/features/payments/use-payment.ts";

const looks = {
  success: { color: "green", icon: CircleCheck },
  info: { color: "blue", icon: Info },
  error: { color: "red", icon: CircleAlert },
} as const;

/** Where the payment stands, next to the buttons. While the page is about to go on by itself, one may stay. */
export function PaymentBanner({
  banner,
  orderId,
  onStay,
}: {
  banner: Banner;
  orderId: string;
  onStay: () => void;
}) {
  const { color, icon: Icon } = looks[banner.kind];
  return (
    <Alert
      role={banner.kind === "error" ? "alert" : "status"}
      color={color}
      icon={<Icon size={20} aria-hidden />}
    >
      <p>{banner.text}</p>
      {banner.contact && (
        <>
          <dl className={styles.contact}>
            <div>
              <dt>Order ID</dt>
              <dd className={styles.mono}>{orderId}</dd>
            </div>
            <div>
              <dt>Transaction ID</dt>
              <dd className={styles.mono}>{banner.contact.transactionId ?? "Not known"}</dd>
            </div>
            <div>
              <dt>Time</dt>
              <dd>{banner.contact.at}</dd>
            </div>
          </dl>
          <Link to="/contact">Contact support</Link>
        </>
      )}
      {banner.leaving && banner.kind !== "success" && (
        <Button variant="default" size="sm" mt="sm" onClick={onStay}>
          Stay on this page
        </Button>
      )}
    </Alert>
  );
}
