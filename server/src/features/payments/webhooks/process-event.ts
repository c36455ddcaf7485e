import type { PaypalMode } from "#contract/paypal-settings-form.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { loadTemplates } from "#server/features/mail/queue-mail.ts";
import { findOrderByPublicId, lockOrderById, type OrderRow } from "#server/features/orders/orders.service.ts";
import { isDeletedUserEmail } from "#server/platform/deleted-user.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { captureAnswer, disputeAnswer, orderAnswer, refundAnswer } from "#server/providers/paypal/answers.ts";
import {
  type AttemptRow,
  findAttempt,
  findAttemptOfPaypalOrder,
  findAttemptsOfOrder,
} from "../attempts/attempts.repository.ts";
import type { AfterRecord, PaymentOutcome } from "../attempts/attempts.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import { capturePayment } from "../capture/capture-payment.ts";
import { recordStrayReversal } from "../capture/stray-payment.ts";
import { applyUnmatchedCapture, readUnmatchedCapture } from "../capture/unmatched-capture.ts";
import { findCapture, insertWebhookEvent, lockStrayPayment } from "../payments.repository.ts";
import { recordReversal } from "../refunds/reversals.ts";
import { type ReversalUpdate, reversalOf } from "../refunds/save-reversal.ts";
import { paypalForMode } from "../settings/paypal-account.ts";
import { isSandboxInLiveShop } from "../settings/paypal-settings.ts";
import { type PaypalEvent, resourceIdOf, storable } from "./paypal-event.ts";

/**
 * Applies an event and stores it in the same transaction. An event only says that something has happened. The present
 * state is read from PayPal's order, so that events may come in any order and number.
 */
export async function processEvent(platform: Platform, event: PaypalEvent): Promise<void> {
  let stored = false;
  const store = async (tx: Tx, order: OrderRow | null, effect: string): Promise<void> => {
    const { id, type } = event;
    // The body tells who paid: it is dropped for an erased buyer, and for payments that are not the shop's.
    const anonymous = order === null || isDeletedUserEmail(order.customerEmail);
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
  // Where PayPal's answer has to be awaited the event is not stored, so that PayPal sends it again.
  const afterRecord: AfterRecord = async (tx, order, effect) => {
    if (effect !== "unknown") await store(tx, order, effect);
  };
  const effect = await dispatch(platform, event, afterRecord);
  if (effect === "unknown")
    throw failure("UNAVAILABLE", "The event cannot be handled right now.", { retryAfter: 60 });
  if (!stored) await store(platform.db, null, effect);
}

async function dispatch(platform: Platform, event: PaypalEvent, afterRecord: AfterRecord): Promise<string> {
  if (event.type === "CHECKOUT.ORDER.APPROVED") return handleApproval(platform, event, afterRecord);
  if (event.type === "CHECKOUT.ORDER.COMPLETED") {
    const order = orderAnswer.safeParse(event.resource);
    return order.success
      ? settleOne(platform, await attemptsOf(platform, { paypalOrderId: order.data.id }), afterRecord)
      : "unreadable";
  }
  if (
    event.type === "PAYMENT.CAPTURE.REFUNDED" ||
    event.type === "PAYMENT.CAPTURE.REVERSED" ||
    event.type.startsWith("PAYMENT.REFUND.")
  ) {
    return handleRefund(platform, event, afterRecord);
  }
  if (event.type.startsWith("PAYMENT.CAPTURE.")) return handleCapture(platform, event, afterRecord);
  if (event.type.startsWith("CUSTOMER.DISPUTE.")) return handleDispute(platform, event, afterRecord);
  return "ignored";
}

/** The payer approved, and may have closed the tab: the server captures, unless the browser's call just began to. */
async function handleApproval(
  platform: Platform,
  event: PaypalEvent,
  afterRecord: AfterRecord,
): Promise<string> {
  const order = orderAnswer.safeParse(event.resource);
  if (!order.success) return "unreadable";
  const attempt = await findAttemptOfPaypalOrder(platform.db, order.data.id);
  if (!attempt) return "not ours";
  const now = await databaseNow(platform.db);
  const justBegun = attempt.lastError === null && now.getTime() - attempt.updatedAt.getTime() < 10_000;
  if (attempt.state === "capturing" && justBegun) return "being captured";
  const outcome = await capturePayment(platform, attempt.id, { source: "webhook", afterRecord });
  // Its buyer may have been erased since it was read.
  await platform.db.transaction(async (tx) => {
    const order = await lockOrderById(tx, outcome.order.id);
    if (order) await afterRecord(tx, order, outcome.kind);
  });
  return outcome.kind;
}

async function handleCapture(
  platform: Platform,
  event: PaypalEvent,
  afterRecord: AfterRecord,
): Promise<string> {
  const capture = captureAnswer.safeParse(event.resource);
  if (!capture.success) return "unreadable";
  const { id: captureId, paypalOrderId, customId } = capture.data;
  const attempts = await attemptsOf(platform, { captureId, paypalOrderId, customId });
  // An attempt's order need not list the capture: it is read by itself then, and may have to be awaited.
  const onceKnown: AfterRecord = async (tx, order, effect) => {
    if (await findCapture(tx, captureId)) await afterRecord(tx, order, effect);
  };
  const effect = await settleOne(platform, attempts, onceKnown);
  if (effect === "unknown" || (await findCapture(platform.db, captureId))) return effect;
  return handleUnmatchedCapture(platform, event.mode, captureId, afterRecord);
}

/** A capture that belongs to no attempt of the shop's. */
async function handleUnmatchedCapture(
  platform: Platform,
  mode: PaypalMode,
  captureId: string,
  afterRecord: AfterRecord,
): Promise<string> {
  const paypal = await paypalForMode(platform, mode);
  if (!paypal || (await isSandboxInLiveShop(platform.db, mode))) return "not ours";
  const found = await readUnmatchedCapture(paypal, captureId);
  if (found.kind !== "ok") return found.kind === "unknown" ? "unknown" : "not ours";
  const taken = await applyUnmatchedCapture(platform, mode, found.value, { source: "webhook", afterRecord });
  return taken.kind === "applied" ? taken.outcome.kind : taken.kind;
}

async function handleRefund(
  platform: Platform,
  event: PaypalEvent,
  afterRecord: AfterRecord,
): Promise<string> {
  const refund = refundAnswer.safeParse(event.resource);
  if (!refund.success) return "unreadable";
  const kind = event.type === "PAYMENT.CAPTURE.REVERSED" ? "reversal" : "refund";
  const update = reversalOf(refund.data, kind);
  if (event.type === "PAYMENT.REFUND.FAILED") update.state = "failed";
  if (event.type === "PAYMENT.REFUND.PENDING") update.state = "pending";
  const { captureId, customId, returned } = refund.data;
  if (!captureId) return "unreadable";
  const about = { captureId, customId, returnedMinor: returned?.minor ?? 0 };
  return handleReversal(platform, event.mode, about, update, afterRecord);
}

async function handleDispute(
  platform: Platform,
  event: PaypalEvent,
  afterRecord: AfterRecord,
): Promise<string> {
  const dispute = disputeAnswer.safeParse(event.resource);
  if (!dispute.success) return "unreadable";
  const { id, captureId, customId, state, amount, reason, answerBy, openedAt, changedAt } = dispute.data;
  const update: ReversalUpdate = {
    id,
    kind: "dispute",
    state,
    amountMinor: amount?.minor ?? null,
    occurredAt: changedAt,
    openedAt,
    reason,
    answerBy,
  };
  return handleReversal(platform, event.mode, { captureId, customId }, update, afterRecord);
}

/** A reversal may come before the event of its capture: then the payment is read first, where it names an order. */
async function handleReversal(
  platform: Platform,
  mode: PaypalMode,
  about: { captureId: string; customId: string | null; returnedMinor?: number },
  update: ReversalUpdate,
  afterRecord: AfterRecord,
): Promise<string> {
  const { captureId } = about;
  if (!(await findCapture(platform.db, captureId))) {
    const outcomes = await syncAttempts(platform, await attemptsOf(platform, about));
    if (outcomes.some(({ kind }) => kind === "unknown")) return "unknown";
    if ((await readNamedPayment(platform, mode, about)) === "unknown") return "unknown";
  }
  await loadTemplates();
  return withDeadlockRetry(platform.db, async (tx) => {
    // A stray payment that becomes an order's does so under this lock.
    await lockStrayPayment(tx, captureId);
    const capture = await findCapture(tx, captureId);
    const order = capture && (await lockOrderById(tx, capture.orderId));
    if (!order) {
      await recordStrayReversal(platform, tx, captureId, update, about.returnedMinor);
      return "not ours";
    }
    await recordReversal(platform, tx, order, capture, update);
    await afterRecord(tx, order, `${update.kind} ${update.state}`);
    return update.state;
  });
}

/** One that a client made by itself. Of other money in the account only the event of its capture tells. */
async function readNamedPayment(
  platform: Platform,
  mode: PaypalMode,
  { captureId, customId }: { captureId: string; customId: string | null },
): Promise<string> {
  const isKnown = await findCapture(platform.db, captureId);
  const isNamed = !isKnown && customId && (await findOrderByPublicId(platform.db, customId));
  return isNamed ? handleUnmatchedCapture(platform, mode, captureId, async () => {}) : "known";
}

interface About {
  captureId?: string;
  paypalOrderId?: string | null;
  customId?: string | null;
}

/**
 * The attempts that an event can be about. Anyone can make a PayPal order whose custom_id is one of the shop's order
 * ids, so a custom_id leads to attempts with an order at PayPal that the shop knows, and to nothing else.
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

async function settleOne(
  platform: Platform,
  attempts: AttemptRow[],
  afterRecord: AfterRecord,
): Promise<string> {
  if (attempts.length === 0) return "not ours";
  const outcomes = await syncAttempts(platform, attempts, attempts.length === 1 ? afterRecord : undefined);
  return (
    outcomes.find(({ kind }) => kind === "unknown")?.kind ??
    outcomes.find(({ kind }) => kind === "paid")?.kind ??
    "open"
  );
}

async function syncAttempts(
  platform: Platform,
  attempts: AttemptRow[],
  afterRecord?: AfterRecord,
): Promise<PaymentOutcome[]> {
  const outcomes: PaymentOutcome[] = [];
  for (const attempt of attempts) {
    outcomes.push(await syncAttempt(platform, attempt, { source: "webhook", capture: false, afterRecord }));
  }
  return outcomes;
}
