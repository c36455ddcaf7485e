import { z } from "zod";
import { textToMinor } from "#contract/money.ts";

/** PayPal's answers read leniently: unknown fields are passed over, absent ones are null, nothing throws. */

export interface PaypalMoney {
  minor: number;
  currency: string;
}

export interface PaypalPayee {
  merchantId: string | null;
  email: string | null;
}

export interface PaypalCapture {
  id: string;
  /** COMPLETED, PENDING, DECLINED, FAILED, REFUNDED, PARTIALLY_REFUNDED, or one that is not known yet. */
  status: string;
  /** Why it is pending or was turned down, a constant of PayPal's. */
  reason: string | null;
  amount: PaypalMoney | null;
  /** What PayPal keeps of it; null until it is completed. */
  fee: PaypalMoney | null;
  customId: string | null;
  invoiceId: string | null;
  payee: PaypalPayee | null;
  /** PayPal order that it belongs to, where it says so. */
  paypalOrderId: string | null;
  createdAt: Date | null;
  changedAt: Date | null;
}

export interface PaypalRefund {
  id: string;
  status: string;
  amount: PaypalMoney | null;
  /** What had gone back of its capture by then, this one included; null where PayPal does not say. */
  returned: PaypalMoney | null;
  captureId: string | null;
  customId: string | null;
  createdAt: Date | null;
  changedAt: Date | null;
}

export interface PaypalOrder {
  id: string;
  /** CREATED, PAYER_ACTION_REQUIRED, APPROVED, COMPLETED, VOIDED, SAVED. */
  status: string;
  customId: string | null;
  invoiceId: string | null;
  payee: PaypalPayee | null;
  payerEmail: string | null;
  captures: PaypalCapture[];
  refunds: PaypalRefund[];
}

const text = z.string().min(1).max(500).nullable().catch(null).default(null);
const moment = z
  .string()
  .transform((value) => new Date(value))
  .refine((date) => !Number.isNaN(date.getTime()))
  .nullable()
  .catch(null)
  .default(null);

const money = z
  .object({ value: z.coerce.string(), currency_code: z.string().regex(/^[A-Z]{3}$/) })
  .transform(({ value, currency_code }) => {
    const minor = textToMinor(value, currency_code);
    return minor === null ? null : { minor, currency: currency_code };
  })
  .nullable()
  .catch(null)
  .default(null);

const payee = z
  .object({ merchant_id: text, email_address: text })
  .transform(({ merchant_id, email_address }) => ({
    merchantId: merchant_id,
    email: email_address?.toLowerCase() ?? null,
  }))
  .nullable()
  .catch(null)
  .default(null);

const links = z
  .array(z.object({ href: z.string(), rel: z.string() }))
  .catch([])
  .default([]);

/** The last part of the path of the link named 'up'. */
function upId(all: { href: string; rel: string }[]): string | null {
  const up = all.find((link) => link.rel === "up")?.href;
  return up?.split("?")[0]?.split("/").filter(Boolean).at(-1) ?? null;
}

export const captureAnswer = z
  .object({
    id: z.string().min(1).max(64),
    status: z.string().min(1).max(64),
    status_details: z.object({ reason: text }).nullable().catch(null).default(null),
    amount: money,
    seller_receivable_breakdown: z.object({ paypal_fee: money }).nullable().catch(null).default(null),
    custom_id: text,
    invoice_id: text,
    payee,
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: text }) })
      .nullable()
      .catch(null)
      .default(null),
    create_time: moment,
    update_time: moment,
    links,
  })
  .transform(
    (raw): PaypalCapture => ({
      id: raw.id,
      status: raw.status,
      reason: raw.status_details?.reason ?? null,
      amount: raw.amount,
      fee: raw.seller_receivable_breakdown?.paypal_fee ?? null,
      customId: raw.custom_id,
      invoiceId: raw.invoice_id,
      payee: raw.payee,
      paypalOrderId: raw.supplementary_data?.related_ids.order_id ?? upId(raw.links),
      createdAt: raw.create_time,
      changedAt: raw.update_time ?? raw.create_time,
    }),
  );

export const refundAnswer = z
  .object({
    id: z.string().min(1).max(64),
    status: z.string().min(1).max(64).catch("COMPLETED").default("COMPLETED"),
    amount: money,
    seller_payable_breakdown: z.object({ total_refunded_amount: money }).nullable().catch(null).default(null),
    custom_id: text,
    create_time: moment,
    update_time: moment,
    links,
  })
  .transform(
    (raw): PaypalRefund => ({
      id: raw.id,
      status: raw.status,
      amount: raw.amount,
      returned: raw.seller_payable_breakdown?.total_refunded_amount ?? null,
      captureId: upId(raw.links),
      customId: raw.custom_id,
      createdAt: raw.create_time,
      changedAt: raw.update_time ?? raw.create_time,
    }),
  );

const payer = z.object({ email_address: text }).nullable().catch(null).default(null);

/** A part of a list that cannot be read makes the whole unreadable: a missing capture would look like none. */
export const orderAnswer = z
  .object({
    id: z.string().min(1).max(64),
    status: z.string().min(1).max(64),
    payer,
    payment_source: z.object({ paypal: payer }).nullable().catch(null).default(null),
    purchase_units: z
      .array(
        z.object({
          custom_id: text,
          invoice_id: text,
          payee,
          payments: z
            .object({
              captures: z.array(captureAnswer).nullable().default(null),
              refunds: z.array(refundAnswer).nullable().catch(null).default(null),
            })
            .nullable()
            .default(null),
        }),
      )
      .default([]),
  })
  .transform(
    (raw): PaypalOrder => ({
      id: raw.id,
      status: raw.status,
      customId: raw.purchase_units[0]?.custom_id ?? null,
      invoiceId: raw.purchase_units[0]?.invoice_id ?? null,
      payee: raw.purchase_units[0]?.payee ?? null,
      payerEmail: raw.payer?.email_address ?? raw.payment_source?.paypal?.email_address ?? null,
      captures: raw.purchase_units.flatMap((unit) => unit.payments?.captures ?? []),
      refunds: raw.purchase_units.flatMap((unit) => unit.payments?.refunds ?? []),
    }),
  );

export interface PaypalDispute {
  id: string;
  captureId: string;
  customId: string | null;
  /** `closed`: ended without a decision for the shop, such as a claim that a chargeback replaced. */
  state: "open" | "won" | "lost" | "closed";
  /** In question, or once lost the part that went back; null where PayPal does not say. */
  amount: PaypalMoney | null;
  /** A constant of PayPal's, such as UNAUTHORISED. */
  reason: string | null;
  /** Until when the seller has to answer; null where PayPal awaits no answer. */
  answerBy: Date | null;
  openedAt: Date | null;
  changedAt: Date | null;
}

/** https://developer.paypal.com/docs/api/customer-disputes/v1/ */
const stateOfOutcome = new Map<string, PaypalDispute["state"]>([
  ["RESOLVED_BUYER_FAVOUR", "lost"],
  ["RESOLVED_BUYER_FAVOR", "lost"],
  ["ACCEPTED", "lost"],
  ["RESOLVED_SELLER_FAVOUR", "won"],
  ["RESOLVED_SELLER_FAVOR", "won"],
  ["RESOLVED_WITH_PAYOUT", "won"],
]);

export const disputeAnswer = z
  .object({
    dispute_id: z.string().min(1).max(64),
    status: z.string().catch("OPEN").default("OPEN"),
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: z.string().min(1).max(64), custom: text }))
      .min(1),
    dispute_amount: money,
    reason: text,
    seller_response_due_date: moment,
    dispute_outcome: z
      .object({ outcome_code: text, amount_refunded: money })
      .nullable()
      .catch(null)
      .default(null),
    create_time: moment,
    update_time: moment,
  })
  .transform((raw): PaypalDispute => {
    const outcome = raw.status === "RESOLVED" ? (raw.dispute_outcome?.outcome_code ?? null) : null;
    const state = outcome === null ? "open" : (stateOfOutcome.get(outcome) ?? "closed");
    const transaction = raw.disputed_transactions[0]!;
    return {
      id: raw.dispute_id,
      captureId: transaction.seller_transaction_id,
      customId: transaction.custom,
      state,
      amount: (state === "lost" && raw.dispute_outcome?.amount_refunded) || raw.dispute_amount,
      reason: raw.reason,
      answerBy: state === "open" ? raw.seller_response_due_date : null,
      openedAt: raw.create_time,
      changedAt: raw.update_time ?? raw.create_time,
    };
  });
