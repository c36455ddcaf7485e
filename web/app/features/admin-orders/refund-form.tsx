import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { displayAmount, minorToText, textToMinor } from "#contract/money.ts";
import { getOrderHistory, previewRefund, refundOrder } from "#contract/payments.ts";
import { ApiError, api, requestKey } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import type { AdminOrder } from "#web/features/admin-orders/order-kinds.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Checkbox } from "#web/ui/elements/choice.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Text } from "#web/ui/elements/text.tsx";

/**
 * Refunds through PayPal, wholly or partly; unspent credits are taken back in proportion. The idempotency key is made
 * once for what is typed, so that a repeated click refunds nothing twice.
 */
export function RefundForm({ order, detailKey }: { order: AdminOrder; detailKey: readonly unknown[] }) {
  const left =
    (textToMinor(order.totalPrice, order.currency) ?? 0) -
    (textToMinor(order.refundedAmount, order.currency) ?? 0);
  const leftText = minorToText(left, order.currency);
  const [amount, setAmount] = useState(leftText);
  const [note, setNote] = useState("");
  const [returnCouponUse, setReturnCouponUse] = useState(false);
  const [key, setKey] = useState(() => requestKey());
  const confirm = useConfirm();
  const client = useQueryClient();
  const refund = useMutation({
    mutationFn: () =>
      api(refundOrder, {
        params: { id: order._id },
        body: { amount, note, idempotencyKey: key, ...(order.couponCode ? { returnCouponUse } : {}) },
      }),
    onSuccess: ({ body }) => {
      editorToasts.success(body.message);
      setKey(requestKey());
    },
    onSettled: () => {
      client.invalidateQueries({ queryKey: detailKey });
      client.invalidateQueries({ queryKey: [getOrderHistory.path] });
      client.invalidateQueries({ queryKey: [previewRefund.path] });
    },
  });

  const minor = textToMinor(amount, order.currency);
  const problem =
    minor === null || minor < 1 || minor > left
      ? `Please enter an amount from ${minorToText(1, order.currency)} to ${leftText}.`
      : null;

  const [settled] = useDebouncedValue(amount, 250);
  const preview = useCall(
    previewRefund,
    { params: { id: order._id }, query: { amount: settled } },
    { enabled: problem === null && settled === amount, keepPrevious: true, staleTime: 0 },
  );

  /** For the very amount of the question, as the books are now. */
  async function effectText(): Promise<string> {
    try {
      const { body } = await api(previewRefund, { params: { id: order._id }, query: { amount } });
      return body.data.message;
    } catch {
      return "Unspent credits of this order are taken back in proportion.";
    }
  }

  async function submit() {
    const sure = await confirm({
      title: `Refund ${displayAmount(amount, order.currency)}?`,
      message: `PayPal sends it back to ${order.payerEmail ?? order.customerName}. ${await effectText()} This cannot be undone.`,
      confirmLabel: "Refund",
    });
    if (sure) refund.mutate();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem && !refund.isPending) submit();
      }}
    >
      {refund.isError && (
        <Alert color="red" mb="md" role="alert">
          {refund.error instanceof ApiError ? refund.error.message : "The refund could not be asked for."}
        </Alert>
      )}
      <Group align="start" grow>
        <TextInput
          label={`Amount (${order.currency})`}
          inputMode="decimal"
          value={amount}
          error={problem}
          onChange={(event) => {
            setAmount(event.currentTarget.value);
            setKey(requestKey());
          }}
        />
        <TextInput
          label="Note to the buyer"
          value={note}
          maxLength={255}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Group>
      {order.couponCode && (
        <Checkbox
          mt="md"
          label={`Give the use of coupon ${order.couponCode} back`}
          checked={returnCouponUse}
          onChange={(event) => {
            setReturnCouponUse(event.currentTarget.checked);
            setKey(requestKey());
          }}
        />
      )}
      <Text size="sm" mt="sm" mih="1.5em" aria-live="polite">
        {problem === null && preview.data?.message}
      </Text>
      <Button type="submit" color="red" mt="md" loading={refund.isPending} disabled={problem !== null}>
        Refund
      </Button>
    </form>
  );
}
