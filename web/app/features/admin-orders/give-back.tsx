import { Alert, Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getOrderHistory, type HistoryLine, refundOrder } from "#contract/payments.ts";
import { ApiError, api } from "#web/api/client.ts";
import { requestKey } from "#web/api/request-key.ts";
import { displayAmount } from "#web/ui/amount.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";

/**
 * Gives back a payment that nothing was granted for: one of another amount, say. The key is made once, so that a
 * repeated click gives nothing back twice.
 */
export function GiveBack(props: { orderId: string; payment: NonNullable<HistoryLine["refundable"]> }) {
  const { orderId, payment } = props;
  const { captureId, amount, currency } = payment;
  const [key] = useState(() => requestKey());
  const confirm = useConfirm();
  const client = useQueryClient();
  const refund = useMutation({
    mutationFn: () => api(refundOrder, { params: { id: orderId }, body: { captureId, idempotencyKey: key } }),
    onSuccess: ({ body }) => editorToasts.success(body.message),
    onSettled: () => client.invalidateQueries({ queryKey: [getOrderHistory.path] }),
  });

  async function ask() {
    const sure = await confirm({
      title: `Give ${displayAmount(amount, currency)} back?`,
      message: `PayPal sends transaction ${captureId} back to its payer. The order and its credits stay as they are. This cannot be undone.`,
      confirmLabel: "Give back",
    });
    if (sure) refund.mutate();
  }

  return (
    <>
      {refund.isError && (
        <Alert color="red" mt="xs" role="alert">
          {refund.error instanceof ApiError ? refund.error.message : "The refund could not be asked for."}
        </Alert>
      )}
      <Button variant="default" size="compact-md" mt="xs" loading={refund.isPending} onClick={ask}>
        Give this payment back
      </Button>
    </>
  );
}
