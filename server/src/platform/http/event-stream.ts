import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export interface EventStream {
  send(event: string, data: unknown): void;
  close(): void;
  readonly closed: boolean;
}

const open = new WeakMap<FastifyInstance, Set<EventStream>>();
const keepAliveMilliseconds = 20_000;
/** A reader that takes this much without reading on is gone or far too slow. */
const maxUnreadBytes = 256 * 1024;

/** Makes the server end its event streams when it closes. To be called while routes are added. */
export function acceptEventStreams(app: FastifyInstance): void {
  if (open.has(app)) return;
  const streams = new Set<EventStream>();
  open.set(app, streams);
  app.addHook("preClose", async () => {
    for (const stream of streams) stream.close();
  });
}

/**
 * Answers a request with server-sent events until either side ends it. The browser connects again by itself, after
 * `retrySeconds`. Comments keep the connection from looking idle to proxies.
 */
export function openEventStream(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  options: { retrySeconds?: number; onClose?: () => void } = {},
): EventStream {
  const headers = reply.getHeaders();
  reply.hijack();
  const { raw } = reply;
  const streams = open.get(app);
  let closed = false;
  raw.writeHead(200, {
    ...(headers as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  const write = (text: string) => {
    if (closed) return;
    raw.write(text);
    if (raw.writableLength > maxUnreadBytes) stream.close();
  };
  const keepAlive = setInterval(() => write(":\n\n"), keepAliveMilliseconds);
  const stream: EventStream = {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    close() {
      if (closed) return;
      closed = true;
      clearInterval(keepAlive);
      streams?.delete(stream);
      raw.end();
      options.onClose?.();
    },
    get closed() {
      return closed;
    },
  };
  streams?.add(stream);
  raw.on("close", () => stream.close());
  raw.on("error", () => stream.close());
  request.raw.on("aborted", () => stream.close());
  write(`retry: ${(options.retrySeconds ?? 3) * 1000}\n\n`);
  return stream;
}
