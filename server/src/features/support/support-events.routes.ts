import { getSupportEvents } from "#contract/support-events.ts";
import { failure } from "#server/platform/failure.ts";
import { acceptEventStreams, openEventStream } from "#server/platform/http/event-stream.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { listenToTickets } from "./support-events.ts";
import { isStaff } from "./ticket-access.ts";

const maxStreams = 20;
const sessionCheckMilliseconds = 30_000;

/** Tells a browser which of its tickets changed. The session is looked at again and again: the stream ends with it. */
export function supportEventRoutes(routes: Routes, platform: Platform): void {
  acceptEventStreams(routes.app);
  const streams = new Map<string, number>();

  mount(
    routes,
    getSupportEvents,
  )(async ({ viewer, request, reply }) => {
    const open = streams.get(viewer.id) ?? 0;
    if (open >= maxStreams) throw failure("TOO_MANY_REQUESTS", undefined, { retryAfter: 30 });
    streams.set(viewer.id, open + 1);

    let stopListening = () => {};
    const check = setInterval(async () => {
      const now = await routes.resolveViewer(request).catch(() => viewer);
      if (now?.id !== viewer.id || now.role !== viewer.role) stream.close();
    }, sessionCheckMilliseconds);
    const stream = openEventStream(routes.app, request, reply, {
      onClose() {
        clearInterval(check);
        stopListening();
        const left = (streams.get(viewer.id) ?? 1) - 1;
        if (left > 0) streams.set(viewer.id, left);
        else streams.delete(viewer.id);
      },
    });
    const reader = { id: viewer.id, staff: isStaff(viewer) };
    stopListening = listenToTickets(platform.events, reader, (event) => stream.send("support", event));
    stream.send("ready", {});
    return undefined;
  });
}
