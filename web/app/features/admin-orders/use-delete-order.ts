import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderKind } from "#contract/orders.ts";
import { ApiError, api } from "#web/api/client.ts";
import { type DeskOrder, desks } from "#web/features/admin-orders/desk.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";

/** Deletes a pending order after a question. The documented texts; the list is read again. */
export function useDeleteOrder(kind: OrderKind) {
  const desk = desks[kind];
  const confirm = useConfirm();
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: (order: DeskOrder) => api(desk.remove, { params: { id: order._id } }),
    onSuccess: () => editorToasts.success("Order deleted successfully!"),
    onError: (error) => editorToasts.error(problemOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: [desk.list.path] }),
  });
  function problemOf(error: Error): string {
    return error instanceof ApiError && error.status === 409 ? "Failed to delete order." : desk.deleteFault;
  }
  return {
    /** Of the last deletion; it stays on the screen after its toast. */
    problem: deletion.error && problemOf(deletion.error),
    busyId: deletion.isPending ? deletion.variables._id : null,
    async ask(order: DeskOrder): Promise<void> {
      const sure = await confirm({
        title: `Delete order ${order.orderId}?`,
        message: `${order.customerName} can no longer pay it. If a payment is already under way, the order comes back.`,
        confirmLabel: "Delete order",
      });
      if (sure) deletion.mutate(order);
    },
  };
}
