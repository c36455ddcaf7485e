import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useEffectEvent, useState } from "react";
import { amountProblem, enteredToMinor } from "#contract/entered-amount.ts";
import { displayMoney, minorToText, textToMinor } from "#contract/money.ts";
import { previewRefund } from "#contract/payments.ts";
import { api, messageOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import type { AdminOrder } from "#web/features/admin-orders/order-kinds.ts";
import { useRefund } from "#web/features/admin-orders/use-refund.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Checkbox } from "#web/ui/elements/choice.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { isolated } from "#web/ui/isolated.ts";
import { useUnsavedGuard } from "#web/ui/leave-guard.tsx";

/** Refunds through PayPal, wholly or partly; unspent credits are taken back in proportion. */
export function RefundForm({ order, detailKey }: { order: AdminOrder; detailKey: readonly unknown[] }) {
  const left =
    (textToMinor(order.totalPrice, order.currency) ?? 0) -
    (textToMinor(order.refundedAmount, order.currency) ?? 0);
  const leftText = minorToText(left, order.currency);
  /** Null: all that is left, also once that is another amount. */
  const [typed, setTyped] = useState<string | null>(null);
  const isDisputed = order.paymentStatus === "Disputed";
  const amount = (isDisputed ? null : typed) ?? leftText;
  const [note, setNote] = useState("");
  const [returnCouponUse, setReturnCouponUse] = useState(false);
  const confirm = useConfirm();
  const isHere = useIsHere();
  const refund = useRefund(order._id, [detailKey, [previewRefund.path]]);
  useUnsavedGuard(typed !== null || note !== "" || returnCouponUse);
  const settleUnanswered = useEffectEvent(() => {
    if (!refund.isUnanswered) return;
    refund.settle();
    empty();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each amount is looked at once.
  useEffect(() => settleUnanswered(), [order.refundedAmount]);

  const minor = enteredToMinor(amount, order.currency);
  const problem =
    minor === null || minor < 1 || minor > left
      ? amountProblem(amount, `Please enter an amount from ${minorToText(1, order.currency)} to ${leftText}.`)
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
    const effect = await effectText();
    if (!isHere()) return;
    const sure = await confirm({
      title: `Refund ${displayMoney(minor ?? left, order.currency)}?`,
      message: `PayPal sends it back to ${isolated(order.payerEmail ?? order.customerName)}. ${effect} This cannot be undone.`,
      confirmLabel: "Refund",
    });
    if (!sure) return;
    const asked = {
      amount,
      note,
      refundedAmount: order.refundedAmount,
      ...(order.couponCode ? { returnCouponUse } : {}),
    };
    // Of one that is still open the same again is the same refund.
    refund.mutate(asked, { onSuccess: ({ status }) => status !== 202 && empty() });
  }

  function empty() {
    setTyped(null);
    setNote("");
    setReturnCouponUse(false);
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
          {messageOf(refund.error, "The refund could not be asked for.")}
        </Alert>
      )}
      {isDisputed && (
        <Alert color="yellow" mb="md">
          The buyer disputes this payment. Answer in PayPal's Resolution Center: with a refund from here as
          well, the money may go twice. While the case is open, PayPal gives all of it back or nothing.
        </Alert>
      )}
      <Group align="start" grow>
        <TextInput
          label={`Amount (${order.currency})`}
          inputMode="decimal"
          value={amount}
          error={problem}
          errorRole="alert"
          readOnly={refund.isPending || isDisputed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <TextInput
          label="Note to the buyer"
          value={note}
          maxLength={255}
          readOnly={refund.isPending}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Group>
      {order.couponCode && (
        <Checkbox
          mt="md"
          label={`Give the use of coupon ${order.couponCode} back`}
          checked={returnCouponUse}
          onChange={(event) => setReturnCouponUse(event.currentTarget.checked)}
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
