import type { FastifyReply } from "fastify";
import type { Generation } from "#contract/generations.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readRun } from "./generation.service.ts";
import { runTopic } from "./run-topic.ts";

/** The open streams of this process. */
export interface RunStreams {
  /** Sends the run now and at each change, and ends with the run. Throws 404 before anything is sent. */
  follow(reply: FastifyReply, userId: string, id: string): Promise<void>;
  /** Ends all streams; browsers come back by themselves. */
  stop(): void;
}

const heartbeatMs = 15_000;
/** How long a browser waits before it comes back. */
const retryMs = 3_000;

/**
 * Server-sent events of runs. Changes are heard of through the database, so it does not matter which process works
 * on the run. Each event is the whole run: one that was missed, or a Last-Event-ID, makes no difference.
 */
export function createRunStreams(platform: Platform): RunStreams {
  const open = new Set<FastifyReply["raw"]>();
  const heartbeat = setInterval(() => {
    for (const stream of open) stream.write(": still here\n\n");
  }, heartbeatMs);
  heartbeat.unref();

  return {
    async follow(reply, userId, id) {
      let changed = false;
      let notify = () => {};
      const unsubscribe = platform.events.subscribe(runTopic(id), () => {
        changed = true;
        notify();
      });
      try {
        let run = await readRun(platform, userId, id);
        const stream = openStream(reply);
        open.add(stream);
        stream.once("close", () => {
          open.delete(stream);
          notify();
        });
        send(stream, run);
        while (!isOver(run) && open.has(stream)) {
          if (!changed) {
            await new Promise<void>((resolve) => {
              notify = resolve;
            });
          }
          if (!open.has(stream)) return;
          changed = false;
          run = await readRun(platform, userId, id);
          send(stream, run);
        }
        stream.end();
      } catch (error) {
        if (!reply.sent) throw error;
        // Deleted meanwhile, or the database is away: the browser comes back and is told.
        reply.raw.end();
      } finally {
        unsubscribe();
      }
    },
    stop() {
      clearInterval(heartbeat);
      for (const stream of open) stream.end();
    },
  };
}

function openStream(reply: FastifyReply): FastifyReply["raw"] {
  reply.hijack();
  const headers = {
    ...reply.getHeaders(),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Proxies such as nginx would otherwise hold events back.
    "x-accel-buffering": "no",
  };
  reply.raw.writeHead(200, headers as Record<string, string>);
  reply.raw.write(`retry: ${retryMs}\n\n`);
  return reply.raw;
}

function send(stream: FastifyReply["raw"], run: Generation): void {
  stream.write(`data: ${JSON.stringify(run)}\n\n`);
}

function isOver(run: Generation): boolean {
  return run.stage === "done" || run.stage === "failed";
}
