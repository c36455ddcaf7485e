import { CircleAlert, CircleCheck, Info, LockKeyhole } from "lucide-react";
import { Link } from "react-router";
import { errorTable } from "#contract/errors.ts";
import { type ItemOrderRecord, isPending, type OrderKind, type OrderRecord } from "#contract/orders.ts";
import type { PaypalSettingsRecord } from "#contract/paypal-settings.ts";
import { paymentTexts, pendingPath, successPath } from "#web/features/payments/messages.ts";
import { PayButtons } from "#web/features/payments/pay-buttons.tsx";
import styles from "#web/features/payments/payment.module.css";
import type { Payable, Unfinished } from "#web/features/payments/settle.ts";
import { type Banner, usePayment } from "#web/features/payments/use-payment.ts";
import { mayBuy } from "#web/features/shell/may-buy.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Loader } from "#web/ui/elements/waiting.tsx";
import { isPast } from "#web/ui/formatted-date.tsx";
import { OrderPrice } from "#web/ui/order-price.tsx";
import { Status } from "#web/ui/status.tsx";

/** The provider can be used: switched on, with credentials, and PayPal's public test id in a demo alone. */
function canPay({ enablePayPal, clientId }: PaypalSettingsRecord, demo: boolean): boolean {
  return enablePayPal && clientId !== "" && (clientId !== "test" || demo);
}

/** The side of the payment page where the money is: amount, banner, buttons, or why there are none. */
export function PayPanel(props: {
  kind: OrderKind;
  order: OrderRecord | ItemOrderRecord;
  payable: Payable;
  settings: PaypalSettingsRecord;
  demo: boolean;
  readAgain: () => Promise<string | undefined>;
}) {
  const { kind, order, payable, settings, demo, readAgain } = props;
  const { banner, phase, stay, ...events } = usePayment(payable, readAgain);
  const pending = isPending(order);
  const over = "membershipUntil" in order && order.membershipUntil !== null && isPast(order.membershipUntil);
  const available = canPay(settings, demo) && !over;
  const paying = phase.name === "ready" || phase.name === "capturing";

  return (
    <section className={`${styles.panel} ${styles.pay}`} aria-labelledby="pay">
      <div>
        <h2 id="pay" className={styles.heading}>
          {pending ? "Total to pay" : "Payment"}
        </h2>
        <p className={styles.due}>
          <OrderPrice text={order.totalPrice} currency={order.currency} code />
        </p>
      </div>
      {banner && <PaymentBanner banner={banner} orderId={order.orderId} onStay={stay} />}
      {phase.name === "capturing" && (
        <Status className={styles.secure}>
          <Loader size={16} aria-hidden /> Confirming your payment...
        </Status>
      )}
      {phase.name === "waiting" && <Waiting kind={kind} reason={phase.reason} />}
      {paying && !pending && !banner && <Settled kind={kind} status={order.paymentStatus} />}
      {paying && pending && !available && (over ? <Over /> : <Unavailable />)}
      {pending && available && (
        <div className={paying ? undefined : styles.away}>
          <PayButtons settings={settings} currency={order.currency} events={events} />
        </div>
      )}
      {pending && available && paying && (
        <p className={styles.secure}>
          <LockKeyhole size={16} aria-hidden /> Your card and account details stay with PayPal.
        </p>
      )}
      <p className={styles.help}>
        <span>
          Need help? Ask our <Link to="/contact">Support Team</Link>.
        </span>
      </p>
    </section>
  );
}

/** It waited longer than its days: a new order of the package has them all. */
function Over() {
  const { user } = useViewer();
  return (
    <Status as="div">
      <p>{errorTable.MEMBERSHIP_OVER.message}</p>
      {mayBuy(user) && (
        <Button component="a" href="/user/select-package" mt="md">
          Choose a package
        </Button>
      )}
    </Status>
  );
}

function Unavailable() {
  return (
    <div role="alert">
      <h3 className={styles.heading}>{paymentTexts.unavailableTitle}</h3>
      <p>{paymentTexts.unavailable}</p>
      <Button component={Link} to="/" mt="md">
        Return to Home
      </Button>
    </div>
  );
}

/** Paid before this page was opened: in another tab, or by the server itself. */
function Settled({ kind, status }: { kind: OrderKind; status: string }) {
  const paid = status.toLowerCase() === "paid";
  return (
    <Status as="div">
      <p>
        {paid
          ? "This order is paid. Nothing more to do."
          : `This order can't be paid: it is ${status.toLowerCase()}.`}
      </p>
      <Button component="a" href={successPath[kind]} mt="md">
        {kind === "package" ? "See your subscription history" : "See your orders"}
      </Button>
    </Status>
  );
}

/** The money is on its way and the shop follows it by itself; the person may leave. */
function Waiting({ kind, reason }: { kind: OrderKind; reason: Unfinished }) {
  const goods = kind === "package" ? "Your credits arrive by themselves" : "Your item opens by itself";
  return (
    <Status as="div" className={styles.wait}>
      <p className={styles.waitHead}>
        <Loader size={18} color="currentColor" aria-hidden />
        {reason === "CAPTURE_PENDING"
          ? "PayPal is still processing your payment."
          : "We are confirming your payment with PayPal."}
      </p>
      <p>
        Please don't pay again. {goods} as soon as the payment is final, and your receipt comes by mail. You
        can leave this page.
      </p>
      <p className={styles.waitWays}>
        <a href={pendingPath[kind]}>Back to your pending orders</a>
        <button type="button" onClick={() => location.reload()}>
          Check again
        </button>
      </p>
    </Status>
  );
}

const looks = {
  success: { color: "green", icon: CircleCheck },
  info: { color: "accent", icon: Info },
  error: { color: "red", icon: CircleAlert },
} as const;

/** Where the payment stands, next to the buttons. While the page is about to go on by itself, one may stay. */
function PaymentBanner({ banner, orderId, onStay }: { banner: Banner; orderId: string; onStay: () => void }) {
  const { color, icon: Icon } = looks[banner.kind];
  const isError = banner.kind === "error";
  const alert = (
    <Alert role={isError ? "alert" : undefined} color={color} icon={<Icon size={20} aria-hidden />}>
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
  return isError ? alert : <Status as="div">{alert}</Status>;
}
