import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { aliveEvent, mostStreams } from "#contract/event-streams.ts";
import { failure } from "#server/platform/failure.ts";
import type { ResolveViewer, Viewer } from "./viewer.ts";

export interface EventStream {
  /** Of the kind `event`; a plain message without one. */
  send(data: unknown, event?: string): void;
  close(): void;
  readonly closed: boolean;
}

export interface EventStreams {
  /**
   * Answers a request with server-sent events until either side ends it, or the session does. Throws 429 where the
   * person has too many open, and 503 where all people have, before anything is sent. The browser connects again by
   * itself.
   */
  open(incoming: Incoming, onClose?: () => void): EventStream;
}

interface Incoming {
  viewer: Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface OpenStream extends EventStream, Pick<Incoming, "viewer" | "request"> {
  keepAlive(): void;
}

export const most = 2_000;
/** A reader that takes this much without reading on is gone or far too slow. */
const maxUnreadBytes = 256 * 1024;
const retryMs = 3_000;
const comeBackSeconds = 30;

/** The streams of a server, which end when it closes. */
export function createEventStreams(app: FastifyInstance, resolveViewer: ResolveViewer): EventStreams {
  const all = new Set<OpenStream>();
  const ofPerson = new Map<string, number>();
  let isLooking = false;
  let isClosing = false;

  /** One after the other, so that a thousand streams are no thousand queries at once. */
  async function endWithSessions(): Promise<void> {
    for (const stream of [...all]) {
      const { viewer, request } = stream;
      const now = await resolveViewer(request, false).catch(() => viewer);
      if (now?.id !== viewer.id || now.role !== viewer.role) stream.close();
    }
  }

  const timer = setInterval(() => {
    // They keep a connection from looking idle to proxies.
    for (const stream of all) stream.keepAlive();
    if (isLooking) return;
    isLooking = true;
    void endWithSessions().finally(() => {
      isLooking = false;
    });
  }, app.patience.streamMs);
  timer.unref();
  app.addHook("preClose", async () => {
    clearInterval(timer);
    isClosing = true;
    for (const stream of all) stream.close();
  });

  return {
    open({ viewer, request, reply }, onClose) {
      // Its end has been told already: the stream would be kept, and counted, until the session's end.
      if (reply.raw.destroyed) throw failure("MALFORMED_REQUEST");
      const key = `${viewer.id} ${request.routeOptions.url}`;
      const others = ofPerson.get(key) ?? 0;
      if (others >= mostStreams)
        throw failure("TOO_MANY_REQUESTS", undefined, { retryAfter: comeBackSeconds });
      if (all.size >= most) throw failure("UNAVAILABLE", undefined, { retryAfter: comeBackSeconds });
      ofPerson.set(key, others + 1);
      const raw = begin(request, reply);
      let closed = false;
      const write = (text: string) => {
        if (closed) return;
        raw.write(text);
        if (raw.writableLength <= maxUnreadBytes) return;
        stream.close();
        // What was not read would otherwise stay in memory until it is.
        raw.destroy();
      };
      const stream: OpenStream = {
        viewer,
        request,
        send: (data, event) => write(`${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`),
        // A browser hides comments from who has to notice a connection that died; a program may take each data for news.
        keepAlive: () => (viewer.key ? write(":\n\n") : stream.send({}, aliveEvent)),
        close() {
          if (closed) return;
          closed = true;
          all.delete(stream);
          const left = ofPerson.get(key)! - 1;
          if (left > 0) ofPerson.set(key, left);
          else ofPerson.delete(key);
          raw.end();
          onClose?.();
        },
        get closed() {
          return closed;
        },
      };
      all.add(stream);
      raw.on("close", () => stream.close());
      raw.on("error", () => stream.close());
      write(`retry: ${retryMs}\n\n`);
      // A browser does not come back after a refusal; an end that is told later finds the caller ready for it. What asks for
      // the headers alone gets them with the end.
      if (isClosing || request.method === "HEAD") setImmediate(() => stream.close());
      return stream;
    },
  };
}

function begin(request: FastifyRequest, reply: FastifyReply): FastifyReply["raw"] {
  const headers = reply.getHeaders();
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(headers as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    // Proxies such as nginx would otherwise hold events back.
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  request.admission?.release();
  request.admission?.releaseAddress();
  return reply.raw;
}
