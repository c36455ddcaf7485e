import { getSupportEvents } from "#contract/support-events.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { subscribe } from "./support-events.ts";
import { isStaff } from "./tickets/ticket-access.ts";

/** Tells a browser which of its tickets changed. */
export function supportEventRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getSupportEvents).handle(async (incoming) => {
    const { viewer } = incoming;
    let stopListening = () => {};
    const stream = routes.streams.open(incoming, () => stopListening());
    const reader = { id: viewer.id, staff: isStaff(viewer) };
    stopListening = subscribe(platform.events, reader, (event) => stream.send(event, "support"));
    stream.send({}, "ready");
    return undefined;
  });
}
