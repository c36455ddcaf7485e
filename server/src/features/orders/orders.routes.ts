import type { FastifyReply } from "fastify";
import * as calls from "#contract/orders.ts";
import { isAdmin } from "#contract/roles.ts";
import { dayIn } from "#contract/time-zone.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { shopTimeZone } from "#server/features/settings/settings.service.ts";
import { csvOf, sendCsv } from "#server/platform/http/csv.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type FreeOrders, placeOrder } from "./new-order.ts";
import {
  itemOrderAnswer,
  itemOrderAnswers,
  packageOrderAnswer,
  packageOrderAnswers,
} from "./order-answers.ts";
import { orderColumns } from "./order-records.ts";
import { cancelOrder, readAllOrders, readBoughtItems, readOrder, readOrders } from "./orders.service.ts";

export function ordersRoutes(routes: Routes, platform: Platform, freeOrders: FreeOrders): void {
  packageOrderRoutes(routes, platform, freeOrders);
  itemOrderRoutes(routes, platform, freeOrders);
  mount(routes, calls.exportOrders).handle(async ({ query: { kind, ...query }, viewer, reply }) => {
    const parts = await readAllOrders(platform, viewer, kind, query);
    const timeZone = await shopTimeZone(platform);
    const day = dayIn(timeZone, new Date());
    sendCsv(reply, `${kind}-orders-${day}`, csvOf(orderColumns(timeZone), parts));
    return undefined;
  });
}

function packageOrderRoutes(routes: Routes, platform: Platform, freeOrders: FreeOrders): void {
  mount(routes, calls.newOrder).data(async ({ body, viewer }) =>
    packageOrderAnswer(platform, await placeOrder(platform, viewer, "package", body, freeOrders), viewer),
  );
  mount(routes, calls.listOrders).handle(async ({ query, viewer, total }) => {
    const found = await readOrders(platform, viewer, "package", query);
    total(found.total, found.more);
    return packageOrderAnswers(platform, found.rows, viewer);
  });
  mount(routes, calls.getOrder).handle(async ({ params, viewer }) =>
    packageOrderAnswer(platform, await readOrder(platform.db, viewer, params.id, "package"), viewer),
  );
  mount(routes, calls.deleteOrder).handle(async (incoming) => {
    await cancelOrder(platform, incoming.viewer, actorOf(incoming), incoming.params.id, "package");
    return { success: true, message: "Order deleted successfully!" };
  });
  mount(routes, calls.getOrderReceipt).handle(async ({ params, viewer, reply }) => {
    await sendReceipt(platform, viewer, params.id, "package", reply);
    return undefined;
  });
}

function itemOrderRoutes(routes: Routes, platform: Platform, freeOrders: FreeOrders): void {
  mount(routes, calls.newItemOrder).data(async ({ body, viewer }) =>
    itemOrderAnswer(platform, await placeOrder(platform, viewer, "item", body, freeOrders), isAdmin(viewer)),
  );
  mount(routes, calls.listItemOrders).handle(async ({ query, viewer, total }) => {
    const found = await readOrders(platform, viewer, "item", query);
    total(found.total, found.more);
    return itemOrderAnswers(platform, found.rows, isAdmin(viewer));
  });
  mount(routes, calls.listBoughtItems).data(({ viewer }) => readBoughtItems(platform, viewer.id));
  mount(routes, calls.getItemOrder).handle(async ({ params, viewer }) =>
    itemOrderAnswer(platform, await readOrder(platform.db, viewer, params.id, "item"), isAdmin(viewer)),
  );
  mount(routes, calls.deleteItemOrder).handle(async (incoming) => {
    await cancelOrder(platform, incoming.viewer, actorOf(incoming), incoming.params.id, "item");
    return { success: true, message: "Order deleted successfully!" };
  });
  mount(routes, calls.getItemOrderReceipt).handle(async ({ params, viewer, reply }) => {
    await sendReceipt(platform, viewer, params.id, "item", reply);
    return undefined;
  });
}

async function sendReceipt(
  platform: Platform,
  viewer: Viewer,
  id: string,
  kind: calls.OrderKind,
  reply: FastifyReply,
): Promise<void> {
  // Loaded with the first receipt, and the library that draws it.
  const { makeReceipt } = await import("./receipt-pdf.ts");
  const receipt = await makeReceipt(platform, await readOrder(platform.db, viewer, id, kind));
  reply
    .header("content-disposition", `attachment; filename="${receipt.name}"`)
    .header("cache-control", "no-store")
    .type("application/pdf")
    .send(receipt.bytes);
}
