import type { PaypalMode } from "#contract/paypal-settings.ts";
import type { Tx } from "#server/db/database.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import {
  findOrderByPublicId,
  lockOrderById,
  type OrderRow,
} from "#server/features/orders/order-rows.service.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { isPseudonym } from "#server/platform/pseudonym.ts";
import { captureAnswer, disputeAnswer, orderAnswer, refundAnswer } from "#server/providers/paypal/answers.ts";
import {
  type AttemptRow,
  findAttempt,
  findAttemptOfPaypalOrder,
  findAttemptsOfOrder,
  findCapture,
  insertWebhookEvent,
  markStrayPaymentReturned,
} from "../attempts/attempts.repository.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import { capturePayment } from "../capture/capture-payment.ts";
import {
  type AfterRecord,
  isSandboxInLiveShop,
  type PaymentOutcome,
  reversalOf,
} from "../capture/record-payment.ts";
import { applyUnmatchedCapture, readUnmatchedCapture } from "../capture/unmatched-capture.ts";
import { type ReversalUpdate, recordReversal } from "../refunds/reversals.ts";
import { paypalForMode } from "../settings/paypal-account.ts";

/** An event that PayPal has confirmed to be its own. */
export interface PaypalEvent {
  /** Whose account told it. */
  mode: PaypalMode;
  id: string;
  type: string;
  resource: unknown;
  /** The whole of it, parsed. */
  body: unknown;
}

/** Null for what is no event. */
export function parseEvent(body: unknown): Omit<PaypalEvent, "mode"> | null {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const { id, event_type: type, resource } = body as Record<string, unknown>;
  if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id)) return null;
  if (typeof type !== "string" || !/^[\w.-]{1,100}$/.test(type)) return null;
  return { id, type, resource, body };
}

/**
 * Brings about what an event tells of and stores it in the same transaction. An event says that something has
 * happened; what stands, PayPal's order is asked for, so that events may come in any order and number.
 */
export async function processEvent(platform: Platform, event: PaypalEvent): Promise<void> {
  let stored = false;
  const store = async (tx: Tx, order: OrderRow | null, effect: string): Promise<void> => {
    const { id, type } = event;
    // Of a buyer who is erased, and of payments that are not the shop's, nothing is kept that tells who paid.
    const anonymous = order === null || isPseudonym(order.customerEmail);
    await insertWebhookEvent(tx, {
      id,
      type,
      resourceId: resourceIdOf(event),
      orderId: order?.id ?? null,
      effect,
      body: anonymous ? { id, event_type: type } : storable(event.body),
    });
    stored = true;
  };
  // An answer that has to be awaited leaves the event to be sent again.
  const also: AfterRecord = async (tx, order, effect) => {
    if (effect !== "unknown") await store(tx, order, effect);
  };
  const effect = await dispatch(platform, event, also);
  if (effect === "unknown")
    throw failure("UNAVAILABLE", "The event cannot be handled right now.", { retryAfter: 60 });
  if (!stored) await store(platform.db, null, effect);
}

async function dispatch(platform: Platform, event: PaypalEvent, also: AfterRecord): Promise<string> {
  if (event.type === "CHECKOUT.ORDER.APPROVED") return handleApproval(platform, event, also);
  if (event.type === "CHECKOUT.ORDER.COMPLETED") {
    const order = orderAnswer.safeParse(event.resource);
    return order.success
      ? settleOne(platform, await attemptsOf(platform, { paypalOrderId: order.data.id }), also)
      : "unreadable";
  }
  if (
    event.type === "PAYMENT.CAPTURE.REFUNDED" ||
    event.type === "PAYMENT.CAPTURE.REVERSED" ||
    event.type.startsWith("PAYMENT.REFUND.")
  ) {
    return handleRefund(platform, event, also);
  }
  if (event.type.startsWith("PAYMENT.CAPTURE.")) return handleCapture(platform, event, also);
  if (event.type.startsWith("CUSTOMER.DISPUTE.")) return handleDispute(platform, event, also);
  return "ignored";
}

/** The payer has consented and may have closed the tab: the server captures, unless the browser's call is at it. */
async function handleApproval(platform: Platform, event: PaypalEvent, also: AfterRecord): Promise<string> {
  const order = orderAnswer.safeParse(event.resource);
  if (!order.success) return "unreadable";
  const attempt = await findAttemptOfPaypalOrder(platform.db, order.data.id);
  if (!attempt) return "not ours";
  const justBegun = attempt.lastError === null && Date.now() - attempt.updatedAt.getTime() < 10_000;
  if (attempt.state === "capturing" && justBegun) return "being captured";
  const settled = await capturePayment(platform, attempt.id, "webhook", also);
  await also(platform.db, settled.order, settled.kind);
  return settled.kind;
}

async function handleCapture(platform: Platform, event: PaypalEvent, also: AfterRecord): Promise<string> {
  const capture = captureAnswer.safeParse(event.resource);
  if (!capture.success) return "unreadable";
  const { id: captureId, paypalOrderId, customId } = capture.data;
  const attempts = await attemptsOf(platform, { captureId, paypalOrderId, customId });
  const effect = await settleOne(platform, attempts, also);
  if (effect === "unknown" || (await findCapture(platform.db, captureId))) return effect;
  return handleUnmatchedCapture(platform, event.mode, captureId, also);
}

/** Money that none of the shop's own attempts has brought. */
async function handleUnmatchedCapture(
  platform: Platform,
  mode: PaypalMode,
  captureId: string,
  also: AfterRecord,
): Promise<string> {
  const paypal = await paypalForMode(platform, mode);
  if (!paypal || (await isSandboxInLiveShop(platform.db, mode))) return "not ours";
  const found = await readUnmatchedCapture(paypal, captureId);
  if (found.kind !== "ok") return found.kind === "unknown" ? "unknown" : "not ours";
  const taken = await applyUnmatchedCapture(platform, mode, found.value, "webhook", also);
  return taken.kind === "settled" ? taken.settled.kind : taken.kind;
}

async function handleRefund(platform: Platform, event: PaypalEvent, also: AfterRecord): Promise<string> {
  const refund = refundAnswer.safeParse(event.resource);
  if (!refund.success) return "unreadable";
  const kind = event.type === "PAYMENT.CAPTURE.REVERSED" ? "reversal" : "refund";
  const news = reversalOf(refund.data, kind);
  if (event.type === "PAYMENT.REFUND.FAILED") news.state = "failed";
  const { captureId, customId } = refund.data;
  if (!captureId) return "unreadable";
  return handleReversal(platform, captureId, customId, news, also);
}

async function handleDispute(platform: Platform, event: PaypalEvent, also: AfterRecord): Promise<string> {
  const dispute = disputeAnswer.safeParse(event.resource);
  if (!dispute.success) return "unreadable";
  const { id, captureId, customId, state, amount, changedAt } = dispute.data;
  const news: ReversalUpdate = {
    id,
    kind: "dispute",
    state,
    amountMinor: amount?.minor ?? null,
    occurredAt: changedAt,
  };
  return handleReversal(platform, captureId, customId, news, also);
}

/** Where the news come before those of the payment itself, the payment is asked for first. */
async function handleReversal(
  platform: Platform,
  captureId: string,
  customId: string | null,
  news: ReversalUpdate,
  also: AfterRecord,
): Promise<string> {
  if (!(await findCapture(platform.db, captureId))) {
    const settled = await syncAttempts(platform, await attemptsOf(platform, { captureId, customId }));
    if (settled.some(({ kind }) => kind === "unknown")) return "unknown";
  }
  return withDeadlockRetry(platform.db, async (tx) => {
    const capture = await findCapture(tx, captureId);
    const order = capture && (await lockOrderById(tx, capture.orderId));
    if (!order) {
      if (news.state === "done") await markStrayPaymentReturned(tx, captureId, news.amountMinor ?? 0);
      return "not ours";
    }
    await recordReversal(platform, tx, order, capture, news);
    await also(tx, order, `${news.kind} ${news.state}`);
    return news.state;
  });
}

interface About {
  captureId?: string;
  paypalOrderId?: string | null;
  customId?: string | null;
}

/**
 * The attempts that an event can be about. Anyone can make a PayPal order that names one of the shop's order ids,
 * so the custom_id only leads to attempts that the shop made itself.
 */
async function attemptsOf(
  platform: Platform,
  { captureId, paypalOrderId, customId }: About,
): Promise<AttemptRow[]> {
  const capture = captureId ? await findCapture(platform.db, captureId) : null;
  if (capture) return listOf(await findAttempt(platform.db, capture.attemptId));
  if (paypalOrderId) return listOf(await findAttemptOfPaypalOrder(platform.db, paypalOrderId));
  const order = customId ? await findOrderByPublicId(platform.db, customId) : null;
  const attempts = order ? await findAttemptsOfOrder(platform.db, order.id) : [];
  return attempts.filter((attempt) => attempt.paypalOrderId !== null).slice(0, 5);
}

function listOf(attempt: AttemptRow | null): AttemptRow[] {
  return attempt ? [attempt] : [];
}

async function settleOne(platform: Platform, attempts: AttemptRow[], also: AfterRecord): Promise<string> {
  if (attempts.length === 0) return "not ours";
  const settled = await syncAttempts(platform, attempts, attempts.length === 1 ? also : undefined);
  return (
    settled.find(({ kind }) => kind === "unknown")?.kind ??
    settled.find(({ kind }) => kind === "paid")?.kind ??
    "open"
  );
}

async function syncAttempts(
  platform: Platform,
  attempts: AttemptRow[],
  also?: AfterRecord,
): Promise<PaymentOutcome[]> {
  const settled: PaymentOutcome[] = [];
  for (const attempt of attempts) {
    settled.push(await syncAttempt(platform, attempt, { source: "webhook", capture: false, also }));
  }
  return settled;
}

function resourceIdOf({ resource }: PaypalEvent): string | null {
  const fields =
    typeof resource === "object" && resource !== null ? (resource as Record<string, unknown>) : {};
  const id = fields.id ?? fields.dispute_id;
  return typeof id === "string" ? id.slice(0, 100) : null;
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\u0000", "").toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), storable(part)]));
}
