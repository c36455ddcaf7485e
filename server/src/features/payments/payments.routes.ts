import { errorTable } from "#contract/errors.ts";
import { minorToText } from "#contract/money.ts";
import type { OrderKind, OrderStatus, PaymentStatus } from "#contract/orders.ts";
import * as calls from "#contract/payments.ts";
import * as settingsCalls from "#contract/paypal-settings.ts";
import { isAdmin } from "#contract/roles.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import { failure } from "#server/platform/failure.ts";
import { type Incoming, mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { isForbidden } from "#server/providers/paypal/result.ts";
import { mismatchFailure, type PaymentOutcome } from "./attempts/attempts.ts";
import { startPayment } from "./attempts/start-payment.ts";
import { readLatestPurchase } from "./latest-purchase.ts";
import { readOrderHistory } from "./order-history.ts";
import { captureOwnPayment, handlePaymentHint, verifyOrder } from "./payments.service.ts";
import { previewRefund } from "./refunds/preview-refund.ts";
import { refundOrder } from "./refunds/refund-order.ts";
import { changePaypalSettings, resetPaypalSettings } from "./settings/change-paypal-settings.ts";
import { registerWebhook, tryCredentials } from "./settings/paypal-account.ts";
import { readSettingsRecord } from "./settings/paypal-settings.ts";
import { handleWebhook } from "./webhooks/handle-webhook.ts";

export function paymentsRoutes(routes: Routes, platform: Platform): void {
  paypalSettingsRoutes(routes, platform);
  buyerRoutes(routes, platform);
  adminRoutes(routes, platform);
  webhookRoute(routes, platform);
}

function buyerRoutes(routes: Routes, platform: Platform): void {
  mount(routes, calls.createPaypalOrder).data(async ({ body, viewer }) => ({
    id: await startPayment(platform, viewer.id, body.orderId, body.kind),
  }));
  mount(routes, calls.capturePaypalOrder).handle(async ({ params, viewer, status }) => {
    const outcome = await captureOwnPayment(platform, viewer.id, params.id);
    if (outcome.kind === "paid") return { success: true, data: paymentOf(outcome.order) };
    const unfinished = unfinishedOf(outcome);
    status(202);
    return { success: true, ...unfinished, data: paymentOf(outcome.order) };
  });
  mount(routes, calls.updatePaymentStatus).handle((incoming) => answerHint(platform, incoming, "package"));
  mount(routes, calls.updateItemPaymentStatus).handle((incoming) => answerHint(platform, incoming, "item"));
  mount(routes, calls.verifyOrder).data(async ({ params, viewer }) => {
    const { order, ...payment } = await verifyOrder(platform, viewer, params.id);
    return { ...paymentOf(order), orderStatus: order.orderStatus as OrderStatus, ...payment };
  });
  mount(routes, calls.getLatestPurchase).data(({ query, viewer }) =>
    readLatestPurchase(platform, viewer.id, query.kind),
  );
}

function adminRoutes(routes: Routes, platform: Platform): void {
  mount(routes, calls.refundOrder).handle(async (incoming) => {
    const { viewer, params, body, status } = incoming;
    const outcome = await refundOrder(platform, actorOf(incoming), viewer, params.id, body);
    if (outcome.kind === "refused") throw failure("CONFLICT", `The refund was not made: ${outcome.reason}.`);
    const { order } = outcome;
    const data = {
      orderId: order.orderId,
      paymentStatus: order.paymentStatus as PaymentStatus,
      refundedAmount: minorToText(order.refundedMinor, order.currency),
    };
    if (outcome.kind === "done") {
      const message = outcome.isPending
        ? "PayPal has taken the refund and settles it later. The admins and the buyer are told how it ends."
        : "Refund completed.";
      return { success: true, message, data };
    }
    status(202);
    const message = isForbidden(outcome.reason)
      ? "PayPal says that the shop has no right to this refund. It is sent again by itself: give your PayPal app the right. Or refund it at PayPal: the shop sees that before it asks again, and asks no more."
      : "PayPal has not answered yet. The refund goes on by itself.";
    return { success: true, code: "PENDING_VERIFICATION" as const, message, data };
  });
  mount(routes, calls.previewRefund).data(({ params, query, viewer }) =>
    previewRefund(platform, viewer, params.id, query.amount),
  );
  mount(routes, calls.getOrderHistory).data(({ params, viewer }) =>
    readOrderHistory(platform, viewer, params.id),
  );
}

function paypalSettingsRoutes(routes: Routes, platform: Platform): void {
  mount(routes, settingsCalls.getPaypalSettings).data(({ viewer }) =>
    readSettingsRecord(platform, isAdmin(viewer)),
  );
  mount(routes, settingsCalls.putPaypalSettings).data(
    (incoming) => changePaypalSettings(platform, actorOf(incoming), incoming.body),
    "PayPal settings updated successfully",
  );
  mount(routes, settingsCalls.resetPaypalSettings).data(
    (incoming) => resetPaypalSettings(platform, actorOf(incoming)),
    "PayPal settings reset successfully",
  );
  mount(routes, settingsCalls.testPaypalSettings).data(
    async ({ body }) => ({ mode: await tryCredentials(platform, body) }),
    "PayPal accepts these credentials.",
  );
  mount(routes, settingsCalls.registerPaypalWebhook).data(
    (incoming) => registerWebhook(platform, actorOf(incoming), incoming.body.mode),
    "Webhook registered.",
  );
}

/**
 * PayPal signs bytes, so this route alone gets its body unparsed. That takes a scope of its own, which Fastify opens only
 * later: the call is added to `mounted` here, for OpenAPI to list it.
 */
function webhookRoute(routes: Routes, platform: Platform): void {
  routes.mounted.push(calls.paypalWebhook);
  routes.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    mount({ ...routes, app: scope, mounted: [] }, calls.paypalWebhook).handle(async ({ request }) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await handleWebhook(platform, request, raw);
      return { success: true };
    });
  });
}

function paymentOf(order: OrderRow) {
  return {
    orderId: order.orderId,
    paymentStatus: order.paymentStatus as PaymentStatus,
    paypalTransactionID: order.paypalTransactionId,
  };
}

function unfinishedOf(outcome: PaymentOutcome) {
  switch (outcome.kind) {
    case "pending":
      return { code: "CAPTURE_PENDING" as const, message: "PayPal is still processing the payment." };
    case "unknown":
      return { code: "PENDING_VERIFICATION" as const, message: "The payment is being verified with PayPal." };
    case "declined":
      throw failure("INSTRUMENT_DECLINED", undefined, { data: { isPayable: outcome.isPayable } });
    case "mismatch":
      throw mismatchFailure(outcome);
    case "refused":
      throw failure("PROVIDER_FAILED", "There was an error with PayPal. Please try again.");
    case "ended":
      throw failure("CONFLICT", "This payment has expired. Please try again.");
    default:
      throw failure("ORDER_NOT_APPROVED");
  }
}

/** An unknown order answers 404 in the documented shape, with `matchedCount` 0. */
async function answerHint(
  platform: Platform,
  incoming: Pick<
    Incoming<typeof calls.updatePaymentStatus>,
    "params" | "body" | "viewer" | "request" | "status"
  >,
  kind: OrderKind,
) {
  const { params, body, viewer, request, status } = incoming;
  const hint = await handlePaymentHint(
    platform,
    viewer.id,
    params.id,
    kind,
    body.paypalTransactionID || null,
  );
  if (hint) return { success: true, matchedCount: 1, modifiedCount: hint.modified ? 1 : 0 };
  status(errorTable.NOT_FOUND.status);
  const message = "Order not found.";
  return {
    success: false,
    message,
    error: message,
    code: "NOT_FOUND",
    requestId: request.id,
    matchedCount: 0,
    modifiedCount: 0,
  };
}
