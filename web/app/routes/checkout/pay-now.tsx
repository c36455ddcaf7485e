import { type ReactNode, useCallback, useMemo, useState } from "react";
import { data, Link } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import { counted } from "#contract/counted.ts";
import {
  getItemOrder,
  getOrder,
  type ItemOrderRecord,
  isPending,
  listBoughtItems,
  type OrderKind,
  type OrderRecord,
} from "#contract/orders.ts";
import { getPaypalSettings } from "#contract/paypal-settings.ts";
import { statusOf } from "#web/api/client.ts";
import { isMissing, pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { useCall } from "#web/api/query.tsx";
import { BoughtBefore } from "#web/features/orders/bought-items.tsx";
import { PurchaseNotes } from "#web/features/orders/purchase-notes.tsx";
import { CheaperNow, findPresentPrice } from "#web/features/payments/cheaper-now.tsx";
import { orderFailureText, paymentTexts, settingsFailureText } from "#web/features/payments/messages.ts";
import { PayPanel } from "#web/features/payments/pay-panel.tsx";
import styles from "#web/features/payments/payment.module.css";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { DescriptionItem, DescriptionList } from "#web/ui/details.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Loader } from "#web/ui/elements/waiting.tsx";
import { FormattedDate, isPast } from "#web/ui/formatted-date.tsx";
import { OrderPrice } from "#web/ui/order-price.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { Route } from "./+types/pay-now";

export const meta = pageTitle("Complete Your Payment");

/** For both kinds of orders, /pay-now and /item-pay-now: the path says which. */
export async function loader({ context, request, pattern, params: { id } }: Route.LoaderArgs) {
  await requireViewer({ context, request });
  const api = pageApi(context);
  const kind: OrderKind = pattern.startsWith("item-pay-now") ? "item" : "package";
  const found = api(callOf(kind), { params: { id } });
  const [order, bought, settings, missing] = await Promise.all([
    undefinedOnError(found),
    kind === "item" ? undefinedOnError(api(listBoughtItems, {})) : undefined,
    undefinedOnError(api(getPaypalSettings, {})),
    isMissing(found),
  ]);
  const presentPrice = order && (await findPresentPrice(api, kind, order.body.packageId));
  return data({ kind, id, order, presentPrice, bought, settings, missing }, { status: missing ? 404 : 200 });
}

function callOf(kind: OrderKind) {
  // The two calls differ in nothing but their path and the record that they answer.
  return (kind === "package" ? getOrder : getItemOrder) as typeof getOrder;
}

type PaymentData = {
  kind: OrderKind;
  id: string;
  /** The loader's answers; absent where a call failed, and the browser then asks again. */
  order: ApiAnswer<typeof getOrder> | undefined;
  presentPrice: number | undefined;
  bought: ApiAnswer<typeof listBoughtItems> | undefined;
  settings: ApiAnswer<typeof getPaypalSettings> | undefined;
  /** The order is unknown, or another person's. */
  missing: boolean;
};

export default function PayNow({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Complete Your Payment" crumbs={[{ label: "Home", to: "/" }, { label: "Payment" }]} />
      {loaderData.missing ? <MissingOrder kind={loaderData.kind} /> : <Payment {...loaderData} />}
    </>
  );
}

function Payment(props: PaymentData) {
  const { kind, id, order: loadedOrder, presentPrice, bought, settings: loadedSettings } = props;
  const { shop, user } = useViewer();
  const order = useCall(
    callOf(kind),
    { params: { id } },
    {
      loaded: loadedOrder,
      // Another tab, the webhook or the reconciler may have had it paid meanwhile.
      staleTime: 0,
    },
  );
  const settings = useCall(getPaypalSettings, {}, { loaded: loadedSettings });
  const refetch = order.refetch;
  const readAgain = useCallback(async () => (await refetch())?.paymentStatus, [refetch]);
  const record: OrderRecord | ItemOrderRecord | undefined = order.data;
  const found = record && { kind, id: record._id, orderId: record.orderId };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same order read anew is no other order.
  const payable = useMemo(() => found, [kind, found?.id, found?.orderId]);

  if (!record && order.isError) {
    if (statusOf(order.error) === 404) return <MissingOrder kind={kind} />;
    return <LoadFailure text={orderFailureText[kind]} onRetry={() => void order.refetch()} />;
  }
  if (!settings.data && settings.isError) {
    const answered = statusOf(settings.error) > 0;
    return <LoadFailure text={settingsFailureText(kind, answered)} onRetry={() => void settings.refetch()} />;
  }
  if (!record || !payable || !settings.data) {
    return (
      <Status className={styles.secure}>
        <Loader size={18} aria-hidden /> Loading...
      </Status>
    );
  }
  const waits = isPending(record);
  return (
    <>
      {kind === "item" && waits && <BoughtBefore id={record.packageId} loaded={bought} />}
      {"credit" in record && waits && user?.userEmail === record.customerEmail && (
        <PurchaseNotes purchase={{ ...record, validity: record.Validity }} />
      )}
      {waits && (
        <CheaperNow kind={kind} order={record} presentPrice={presentPrice} currency={shop.currency} />
      )}
      <div className={styles.layout}>
        <OrderSummary order={record} />
        <div className={styles.payColumn}>
          <PayPanel
            kind={kind}
            order={record}
            payable={payable}
            settings={settings.data}
            demo={shop.demo}
            readAgain={readAgain}
          />
        </div>
        <Customer order={record} />
      </div>
    </>
  );
}

function ReturnHome({ quiet }: { quiet?: boolean }) {
  return (
    <Button component={Link} to="/" variant={quiet ? "default" : "filled"}>
      Return to Home
    </Button>
  );
}

function MissingOrder({ kind }: { kind: OrderKind }): ReactNode {
  const title = kind === "package" ? paymentTexts.missingTitle : "Order/Settings Not Found";
  return (
    <div className={styles.panel}>
      <EmptyState title={title} action={<ReturnHome />}>
        {paymentTexts.missing}
      </EmptyState>
    </div>
  );
}

function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return <ErrorState title={text} onRetry={onRetry} action={<ReturnHome quiet />} />;
}

const unknown = "Not specified";

/** What is paid for and how much. */
function OrderSummary({ order }: { order: OrderRecord | ItemOrderRecord }) {
  const { currency, processingFee } = order;
  const credit = "credit" in order ? order.credit : 0;
  const { user } = useViewer();
  const end = "membershipUntil" in order && membershipEnd(order, user);
  const status = order.paymentStatus || "Pending";
  return (
    <section className={styles.panel} aria-labelledby="order-summary">
      <div className={styles.summaryHead}>
        <h2 id="order-summary" className={styles.name}>
          {order.packageName || "Digital Product"}
        </h2>
        <StatusBadge status={status} label={status.toUpperCase()} />
      </div>
      <DescriptionList>
        <DescriptionItem name="Order ID" kind="code">
          {order.orderId}
        </DescriptionItem>
        <DescriptionItem name="Package Price">
          <OrderPrice text={order.packagePrice} currency={currency} />
        </DescriptionItem>
        {order.couponCode && (
          <DescriptionItem name={`Coupon ${order.couponCode}`}>
            {order.extraCredits > 0 ? (
              `+${counted(order.extraCredits, "credit")}`
            ) : (
              <>
                −<OrderPrice text={order.discount} currency={currency} />
              </>
            )}
          </DescriptionItem>
        )}
        {Number(processingFee) > 0 && (
          <DescriptionItem name="Processing Fee">
            <OrderPrice text={processingFee} currency={currency} />
          </DescriptionItem>
        )}
        {credit > 0 && <DescriptionItem name="Credits">{credit.toLocaleString("en-US")}</DescriptionItem>}
        {end && (
          <DescriptionItem name="Membership until">
            <FormattedDate at={end} utc />
          </DescriptionItem>
        )}
        <DescriptionItem name="Total" kind="total">
          <OrderPrice text={order.totalPrice} currency={currency} code />
        </DescriptionItem>
      </DescriptionList>
    </section>
  );
}

/** None where the order's days are over, nor where the membership that its buyer has by now has no end. */
function membershipEnd(order: OrderRecord, user: ReturnType<typeof useViewer>["user"]): string | null {
  if (order.membershipUntil) return isPast(order.membershipUntil) ? null : order.membershipUntil;
  const isEndless =
    user?.userEmail === order.customerEmail &&
    user.userMembership !== "free" &&
    user.MembershipValidity === null;
  return isEndless ? null : order.MembershipValidity;
}

/** To whom it is billed. On a narrow screen it opens at a press, so that the payment buttons stay in sight. */
function Customer({ order }: { order: OrderRecord | ItemOrderRecord }) {
  const [open, setOpen] = useState(false);
  return (
    <section className={`${styles.panel} ${styles.customer}`} aria-labelledby="customer">
      <h2 id="customer" className={styles.heading}>
        Customer
      </h2>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={open}
        aria-controls="customer-facts"
        onClick={() => setOpen(!open)}
      >
        {open ? "Hide" : "Show"}
        <span className="visually-hidden"> the customer</span>
      </button>
      <div id="customer-facts" className={styles.facts} data-open={open || undefined}>
        <DescriptionList>
          <DescriptionItem name="Name">{order.customerName || unknown}</DescriptionItem>
          <DescriptionItem name="Email">{order.customerEmail || unknown}</DescriptionItem>
          <DescriptionItem name="Address">{order.address || unknown}</DescriptionItem>
          <DescriptionItem name="Country">{order.country || unknown}</DescriptionItem>
        </DescriptionList>
      </div>
    </section>
  );
}
