import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyOf } from "#contract/call.ts";
import { getOrderHistory, refundOrder } from "#contract/payments.ts";
import { api, statusOf } from "#web/api/client.ts";
import { mayBeDone, useSameRequest } from "#web/api/same-request.ts";
import { editorToasts } from "#web/ui/editing/notices.tsx";

/**
 * Asks for a refund. While it is not known what became of one, the money may have gone: the same again repeats its key,
 * whatever its note, and gives nothing back twice. One that was refused is over, and the same again asks PayPal anew.
 */
export function useRefund(orderId: string, shownBy: readonly (readonly unknown[])[] = []) {
  const same = useSameRequest();
  const client = useQueryClient();
  const refund = useMutation({
    mutationFn: (body: Omit<BodyOf<typeof refundOrder>, "idempotencyKey">) => {
      const { note: _note, refundedAmount: _seen, ...asked } = body;
      return api(refundOrder, {
        params: { id: orderId },
        body: { ...body, idempotencyKey: same.keyFor(asked) },
      });
    },
    onSuccess: ({ status, body }) => {
      if (status !== 202) same.answered();
      editorToasts.success(body.message);
    },
    onError: (error) => {
      if (statusOf(error) === 409) same.answered();
    },
    onSettled: () => {
      for (const queryKey of [[getOrderHistory.path], ...shownBy]) client.invalidateQueries({ queryKey });
    },
  });
  return {
    ...refund,
    isUnanswered: refund.data?.status === 202 || mayBeDone(refund.error),
    /** What got no answer has come, as the books say: the same again is another one. */
    settle(): void {
      same.answered();
      refund.reset();
    },
  };
}
