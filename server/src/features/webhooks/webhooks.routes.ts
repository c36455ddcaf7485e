import * as calls from "#contract/webhooks.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { addWebhook } from "./add-webhook.ts";
import { changeSecret } from "./change-secret.ts";
import { readDeliveries, resendDelivery, sendTest } from "./deliveries.service.ts";
import { editWebhook, readWebhooks, removeWebhook } from "./webhooks.service.ts";

export function webhooksRoutes(routes: Routes, platform: Platform): void {
  mount(routes, calls.listWebhooks).data(({ viewer }) => readWebhooks(platform, viewer.id));
  mount(routes, calls.addWebhook).data(
    ({ viewer, body }) => addWebhook(platform, viewer, body),
    "Webhook added.",
  );
  mount(routes, calls.editWebhook).data(
    ({ viewer, params, body }) => editWebhook(platform, viewer, params.id, body),
    "Webhook saved.",
  );
  mount(routes, calls.deleteWebhook).handle(async ({ viewer, params }) => {
    await removeWebhook(platform, viewer.id, params.id);
    return { success: true, message: "Webhook removed." };
  });
  mount(routes, calls.rotateWebhookSecret).data(
    ({ viewer, params, body }) => changeSecret(platform, viewer, params.id, body),
    "The secret was changed.",
  );
  mount(routes, calls.listDeliveries).data(async ({ viewer, params, query, total }) => {
    const found = await readDeliveries(platform, viewer.id, params.id, query);
    total(found.total);
    return found.deliveries;
  });
  mount(routes, calls.resendDelivery).data(
    ({ viewer, params }) => resendDelivery(platform, viewer.id, params.id, params.deliveryId),
    "The message is sent again.",
  );
  mount(routes, calls.testWebhook).data(
    ({ viewer, params }) => sendTest(platform, viewer.id, params.id),
    "A test is on its way.",
  );
}
