import * as calls from "#contract/webhooks.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { addWebhook } from "./add-webhook.ts";
import { changeSecret } from "./change-secret.ts";
import { readDeliveries, resendDelivery, sendTest } from "./deliveries.service.ts";
import { editWebhook, readWebhooks, removeWebhook } from "./webhooks.service.ts";

export function webhooksRoutes(routes: Routes, platform: Platform): void {
  mount(routes, calls.listWebhooks).handle(async ({ viewer }) => ({
    success: true,
    data: await readWebhooks(platform, viewer.id),
  }));
  mount(routes, calls.addWebhook).handle(async ({ viewer, body }) => ({
    success: true,
    data: await addWebhook(platform, viewer, body),
    message: "Webhook added.",
  }));
  mount(routes, calls.editWebhook).handle(async ({ viewer, params, body }) => ({
    success: true,
    data: await editWebhook(platform, viewer, params.id, body),
    message: "Webhook saved.",
  }));
  mount(routes, calls.deleteWebhook).handle(async ({ viewer, params }) => {
    await removeWebhook(platform, viewer.id, params.id);
    return { success: true, message: "Webhook removed." };
  });
  mount(routes, calls.rotateWebhookSecret).handle(async ({ viewer, params, body }) => ({
    success: true,
    data: await changeSecret(platform, viewer, params.id, body),
    message: "The secret was changed.",
  }));
  mount(routes, calls.listDeliveries).handle(async ({ viewer, params, query, total }) => {
    const found = await readDeliveries(platform, viewer.id, params.id, query);
    total(found.total);
    return { success: true, data: found.deliveries };
  });
  mount(routes, calls.resendDelivery).handle(async ({ viewer, params }) => ({
    success: true,
    data: await resendDelivery(platform, viewer.id, params.id, params.deliveryId),
    message: "The message is sent again.",
  }));
  mount(routes, calls.testWebhook).handle(async ({ viewer, params }) => ({
    success: true,
    data: await sendTest(platform, viewer.id, params.id),
    message: "A test is on its way.",
  }));
}
