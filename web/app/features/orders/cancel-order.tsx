import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  deleteItemOrder,
  deleteOrder,
  listItemOrders,
  listOrders,
  type OrderKind,
} from "#contract/orders.ts";
import { api, statusOf } from "#web/api/client.ts";
import styles from "#web/features/orders/order-cells.module.css";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { useOneAtATime } from "#web/ui/one-at-a-time.ts";
import { toasts } from "#web/ui/toasts.tsx";

/** Cancels an own pending order after a question. A failure shows under the button as well as in a toast. */
export function CancelOrder({ kind, id, orderId }: { kind: OrderKind; id: string; orderId: string }) {
  const confirm = useConfirm();
  const client = useQueryClient();
  const { run, busy } = useOneAtATime();
  const [failure, setFailure] = useState<string>();

  async function cancel() {
    const sure = await confirm({
      title: `Cancel order ${orderId}?`,
      message:
        "It can't be brought back, but you can order again at any time. A payment that is already under way still counts, and brings the order back by itself.",
      confirmLabel: "Cancel order",
      cancelLabel: "Keep order",
    });
    if (sure) await run(remove);
  }

  async function remove() {
    setFailure(undefined);
    try {
      await api(kind === "package" ? deleteOrder : deleteItemOrder, { params: { id } });
      toasts.success(`Order ${orderId} was cancelled.`);
      // The button goes away with its row; the keyboard stays on the page.
      document.getElementById("content")?.focus({ preventScroll: true });
    } catch (error) {
      const text = statusOf(error) > 0 ? (error as Error).message : "Something went wrong while deleting.";
      setFailure(text);
      toasts.error(text);
    } finally {
      await client.invalidateQueries({
        queryKey: [kind === "package" ? listOrders.path : listItemOrders.path],
      });
    }
  }

  return (
    <>
      <Button variant="default" size="sm" onClick={cancel} busy={busy} aria-label={`Cancel order ${orderId}`}>
        {busy ? "Cancelling..." : "Cancel"}
      </Button>
      {failure && (
        <span role="alert" className={styles.failure}>
          {failure}
        </span>
      )}
    </>
  );
}
