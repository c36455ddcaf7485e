import { useRef, useState } from "react";
import type { BillingInput } from "#contract/billing.ts";
import {
  type ItemOrderRecord,
  newItemOrder,
  newOrder,
  type OrderKind,
  type OrderRecord,
} from "#contract/orders.ts";
import { ApiError, api } from "#web/api/client.ts";
import { draftPrefix } from "#web/features/shell/sign-out.ts";
import { useSchema } from "#web/ui/check-values.ts";
import { useOneAtATime } from "#web/ui/one-at-a-time.ts";
import { readJson, writeText } from "#web/ui/storage.ts";

export type BillingFields = Record<keyof BillingInput, string>;
export type BillingErrors = Partial<Record<keyof BillingInput | "couponCode", string>>;
/** The pending order as the server made it. */
export type PlacedOrder = OrderRecord | ItemOrderRecord;
export type CheckoutFailure = { text: string; signedOut: boolean };

/**
 * Sends the order. The same form sent again carries the same id, so that a lost answer, also with a reload after it, or
 * a double click makes one order; a form that was changed in between is another order.
 */
export function usePlaceOrder(
  kind: OrderKind,
  packageId: string,
  userId: string,
  onPlaced: (order: PlacedOrder) => void,
) {
  const { run, busy } = useOneAtATime();
  const [failure, setFailure] = useState<CheckoutFailure | null>(null);
  const [errors, setErrors] = useState<BillingErrors>({});
  const sent = useRef({ form: "", id: "" });
  const unanswered = `${draftPrefix}request:order:${userId}`;
  const check = useSchema(async () => (await import("#contract/billing.ts")).billingInput);

  async function place(
    fields: BillingFields,
    keepAddress: boolean,
    settleCoupon: () => Promise<{ code: string | undefined } | null>,
  ): Promise<BillingErrors | null> {
    setFailure(null);
    try {
      const wrong: BillingErrors = await check(fields);
      setErrors(wrong);
      if (Object.keys(wrong).length > 0) return wrong;
      const coupon = kind === "package" ? await settleCoupon() : { code: undefined };
      if (!coupon) return null;
      const couponCode = coupon.code;
      const { customerName, address, country } = fields;
      const form = JSON.stringify([packageId, customerName, address, country, keepAddress, couponCode]);
      const send = async () => {
        const body = { ...fields, packageId, orderId: idFor(form), keepAddress };
        const answer =
          kind === "package"
            ? await api(newOrder, { body: { ...body, couponCode } })
            : await api(newItemOrder, { body });
        writeText(unanswered, "", "session");
        return answer.body.data;
      };
      const order = await send();
      const isPaidFor = order.paymentStatus !== "pending" && Number(order.totalPrice) > 0;
      if (isPaidFor) sent.current = { form: "", id: "" };
      // Who has paid the one of the lost answer meanwhile wants another.
      onPlaced(isPaidFor ? await send() : order);
      return null;
    } catch (error) {
      return refused(error);
    }
  }

  function idFor(form: string): string {
    if (sent.current.form !== form) {
      const kept = readJson<{ form: string; id: string }>(unanswered, "session");
      sent.current = kept?.form === form ? kept : { form, id: newClientOrderId() };
    }
    writeText(unanswered, JSON.stringify(sent.current), "session");
    return sent.current.id;
  }

  function refused(error: unknown): BillingErrors | null {
    if (!(error instanceof ApiError)) throw error;
    const { customerName, address, country, couponCode } = error.fields;
    const named = Object.entries({ customerName, address, country, couponCode }).filter(([, text]) => text);
    setErrors(Object.fromEntries(named) as BillingErrors);
    setFailure({ text: error.message, signedOut: error.status === 401 });
    return named.length > 0 ? (Object.fromEntries(named) as BillingErrors) : null;
  }

  function clear(name: keyof BillingInput): void {
    setErrors((now) => ({ ...now, [name]: undefined }));
  }

  return {
    place: (...form: Parameters<typeof place>) => run(() => place(...form)),
    busy,
    failure,
    errors,
    clear,
  };
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** 8 random characters of A-Z and 0-9: the browser's own id of an order, which makes a repeat the same order. */
function newClientOrderId(): string {
  // 252 is the largest multiple of 36 in a byte; larger values would favour some characters.
  const picked: string[] = [];
  while (picked.length < 8) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      if (byte < 252 && picked.length < 8) picked.push(letters[byte % 36]!);
    }
  }
  return picked.join("");
}
