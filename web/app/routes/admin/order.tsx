import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileDown, RefreshCw } from "lucide-react";
import { useLocation } from "react-router";
import { displayAmount } from "#contract/money.ts";
import { getItemOrder, getOrder, isPending, type OrderKind, receiptName } from "#contract/orders.ts";
import { getOrderHistory, verifyOrder } from "#contract/payments.ts";
import { api, messageOf, queryKey } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-orders/admin-orders.module.css";
import { OrderHistory } from "#web/features/admin-orders/order-history.tsx";
import {
  type AdminOrder,
  confirmationOf,
  kindOf,
  orderKinds,
} from "#web/features/admin-orders/order-kinds.ts";
import { RefundForm } from "#web/features/admin-orders/refund-form.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Card, Group } from "#web/ui/elements/layout.tsx";
import { Text, Title } from "#web/ui/elements/text.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { type Fact, FactList } from "#web/ui/fact-list.tsx";
import { OrderPrice } from "#web/ui/order-price.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { UserLink } from "#web/ui/user-link.tsx";
import type { Route } from "./+types/order";

export function meta(args: Route.MetaArgs) {
  return pageTitle(kindOf(args.location) === "item" ? "Item order" : "Order")(args);
}

export default function Order({ params }: Route.ComponentProps) {
  const kind = kindOf(useLocation());
  return <OrderDetail key={`${kind} ${params.id}`} kind={kind} id={params.id} />;
}

/** One order with its whole history, its refund and its receipt. */
function OrderDetail({ kind, id }: { kind: OrderKind; id: string }) {
  const config = orderKinds[kind];
  const call = kind === "item" ? getItemOrder : getOrder;
  const client = useQueryClient();
  const found = useCall(call, { params: { id } });
  const order = found.data as AdminOrder | undefined;
  const check = useMutation({
    mutationFn: () => api(verifyOrder, { params: { id } }),
    onSuccess: ({ body }) => {
      editorToasts.success(`PayPal says: ${body.data.paymentStatus}.`);
      found.refetch();
      client.invalidateQueries({ queryKey: [getOrderHistory.path] });
    },
  });

  return (
    <>
      <PageHeader
        title={order ? `Order ${order.orderId}` : "Order"}
        crumbs={[
          { label: "Admin", to: "/admin/dashboard" },
          { label: config.title, to: config.path },
          { label: order?.orderId ?? "Order" },
        ]}
        actions={
          order && (
            <Actions
              order={order}
              path={config.detailPath}
              busy={check.isPending}
              onCheck={() => check.mutate()}
            />
          )
        }
      />
      {check.isError && (
        <Alert color="red" mb="md">
          {messageOf(check.error, "PayPal could not be asked.")}
        </Alert>
      )}
      {found.isPending && <Skeleton height={240} aria-label={config.loadingText} />}
      {found.isError && (
        <UnlistedOrder id={id} problem={found.error.message} onRetry={() => found.refetch()} />
      )}
      {order && (
        <div className={styles.columns}>
          <Card>
            <Facts order={order} />
          </Card>
          {Number(order.totalPrice) > Number(order.refundedAmount) && !isPending(order) && (
            <Card component="section" aria-labelledby="refund">
              <Title order={2} size="h4" id="refund" mb="md">
                Refund
              </Title>
              <RefundForm order={order} detailKey={queryKey(call, { params: { id } })} />
            </Card>
          )}
          <HistoryCard id={id} unpaid={isPending(order)} />
        </div>
      )}
    </>
  );
}

function HistoryCard({ id, unpaid = false }: { id: string; unpaid?: boolean }) {
  return (
    <Card component="section" aria-labelledby="history">
      <Title order={2} size="h4" id="history">
        History
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Times are in your own time zone.
      </Text>
      <OrderHistory id={id} unpaid={unpaid} />
    </Card>
  );
}

/** A cancelled order is in no list; money that came for it all the same is seen and given back in its history. */
function UnlistedOrder({ id, problem, onRetry }: { id: string; problem: string; onRetry: () => void }) {
  const history = useCall(getOrderHistory, { params: { id } });
  const isCancelled = history.data?.some(({ kind, title }) => kind === "order" && title === "Cancelled");
  if (!isCancelled) return <ErrorState title={problem} message="" onRetry={onRetry} />;
  return (
    <>
      <Alert color="yellow" mb="md">
        This order was cancelled. A payment that pays it all the same brings it back.
      </Alert>
      <HistoryCard id={id} />
    </>
  );
}

function Actions(props: { order: AdminOrder; path: string; busy: boolean; onCheck: () => void }) {
  const { order, path, busy, onCheck } = props;
  return (
    <Group>
      <Button
        variant="default"
        loading={busy}
        onClick={onCheck}
        leftSection={<RefreshCw size={16} aria-hidden />}
      >
        Ask PayPal again
      </Button>
      {order.receiptNumber !== null && (
        <Button
          component="a"
          variant="default"
          href={`${path}/${order._id}/receipt`}
          leftSection={<FileDown size={16} aria-hidden />}
        >
          Receipt
        </Button>
      )}
    </Group>
  );
}

function couponFacts(order: AdminOrder): Fact[] {
  if (!order.couponCode) return [];
  const effect =
    order.extraCredits > 0
      ? `${order.extraCredits} extra credits`
      : displayAmount(order.discount, order.currency);
  return [
    ["Coupon", order.couponCode],
    ["Discount", effect],
  ];
}

function Facts({ order }: { order: AdminOrder }) {
  const { timeZone } = useRootData().shop;
  const facts: Fact[] = [
    ["Payment", <StatusBadge key="p" status={order.paymentStatus} />],
    ["Order", <StatusBadge key="o" status={order.orderStatus} />],
    ["Bought", order.packageName || "N/A"],
    ...couponFacts(order),
    ["Total", <OrderPrice key="t" text={order.totalPrice} currency={order.currency} />],
    ["Refunded", <OrderPrice key="r" text={order.refundedAmount} currency={order.currency} />],
    [
      "Customer",
      <UserLink key="c" id={order.userId}>
        {order.customerName || order.customerEmail}
      </UserLink>,
    ],
    ["E-mail", order.customerEmail],
    ["Address", `${order.address}, ${order.country}`],
    [`Date (${timeZone})`, order.orderDate],
    ["Payment ID", order.paymentId],
    ["Receipt", order.receiptNumber === null ? "None yet" : receiptName(order.receiptNumber)],
    ["PayPal transaction", order.paypalTransactionID ?? "None yet"],
    ["Payer", order.payerEmail ?? "None yet"],
    ["Confirmation", confirmationOf(order)],
  ];
  if ("credit" in order) {
    facts.push(["Credits", order.credit], ["Days left", order.daysLeft ?? "None"]);
  }
  return <FactList facts={facts} column="13rem" />;
}
