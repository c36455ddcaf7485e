import { Button, Loader } from "@mantine/core";
import { type ReactNode, useCallback, useMemo } from "react";
import { Link } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import {
  getItemOrder,
  getOrder,
  type ItemOrderRecord,
  type OrderKind,
  type OrderRecord,
} from "#contract/orders.ts";
import { getPaypalSettings } from "#contract/paypal-settings.ts";
import { ApiError } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { orderFailureText, paymentTexts, settingsFailureText } from "#web/features/payments/messages.ts";
import { OrderSummary } from "#web/features/payments/order-summary.tsx";
import { PayPanel } from "#web/features/payments/pay-panel.tsx";
import styles from "#web/features/payments/payment.module.css";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";

type PaymentData = {
  kind: OrderKind;
  id: string;
  /** The loader's answers; absent where a call failed, and the browser then asks again. */
  order: ApiAnswer<typeof getOrder> | ApiAnswer<typeof getItemOrder> | undefined;
  settings: ApiAnswer<typeof getPaypalSettings> | undefined;
  /** The order is unknown, or another person's. */
  missing: boolean;
};

export function PaymentScreen({ data }: { data: PaymentData }) {
  return (
    <>
      <PageHeader title="Complete Your Payment" crumbs={[{ label: "Home", to: "/" }, { label: "Payment" }]} />
      {data.missing ? <MissingOrder kind={data.kind} /> : <Payment {...data} />}
    </>
  );
}

function Payment({ kind, id, order: loadedOrder, settings: loadedSettings }: PaymentData) {
  const { shop } = useViewer();
  const call = (kind === "package" ? getOrder : getItemOrder) as typeof getOrder;
  const order = useCall(
    call,
    { params: { id } },
    {
      loaded: loadedOrder as ApiAnswer<typeof getOrder> | undefined,
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
    if (order.error instanceof ApiError && order.error.status === 404) return <MissingOrder kind={kind} />;
    return <LoadFailure text={orderFailureText[kind]} onRetry={() => void order.refetch()} />;
  }
  if (!settings.data && settings.isError) {
    const answered = settings.error instanceof ApiError && settings.error.status > 0;
    return <LoadFailure text={settingsFailureText(kind, answered)} onRetry={() => void settings.refetch()} />;
  }
  if (!record || !payable || !settings.data) {
    return (
      <p role="status" className={styles.secure}>
        <Loader size={18} aria-hidden /> Loading...
      </p>
    );
  }
  return (
    <div className={styles.layout}>
      <div className={styles.column}>
        <OrderSummary order={record} />
      </div>
      <div className={`${styles.column} ${styles.payColumn}`}>
        <PayPanel
          kind={kind}
          order={record}
          payable={payable}
          settings={settings.data}
          demo={shop.demo}
          readAgain={readAgain}
        />
      </div>
    </div>
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
