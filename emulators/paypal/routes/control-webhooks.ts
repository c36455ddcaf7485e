import type { FastifyInstance } from "fastify";
import { z } from "zod";
import {
  deliveriesOf,
  type Filter,
  SIGNATURES,
  sendSigned,
  shuffled,
  signedRequest,
} from "../control-webhooks.ts";
import type { SentResult } from "../deliveries.ts";
import type { Emulator } from "../emulator.ts";
import { notFound } from "../errors.ts";
import { eventBytes } from "../events.ts";
import type { Delivery } from "../state.ts";
import { readControl } from "./read-control.ts";

const filterShape = { eventType: z.string().optional(), ids: z.array(z.string()).optional() };

const actionSchema = z
  .strictObject({
    ...filterShape,
    /** duplicate: how often each event is sent, and whether all at once. */
    times: z.int().min(1).max(50).default(2),
    concurrent: z.boolean().default(false),
    /** shuffle: the same seed gives the same order. */
    seed: z.int().default(1),
  })
  .prefault({});

const sendSchema = z.strictObject({
  /** One that is recorded, or any event of the test's own; its text is sent as it is. */
  eventId: z.string().optional(),
  event: z.record(z.string(), z.unknown()).optional(),
  text: z.string().optional(),
  signature: z.enum(SIGNATURES).default("valid"),
  /** By default the first registered webhook. */
  webhookId: z.string().optional(),
  url: z.string().optional(),
  times: z.int().min(1).max(50).default(1),
  concurrent: z.boolean().default(false),
  /** Answers the request's headers and body instead of sending it. */
  dryRun: z.boolean().default(false),
});

/** Holding, flushing, dropping, duplicating, shuffling and forging of webhook events. */
export function mountWebhookControl(app: FastifyInstance, emulator: Emulator): void {
  const { state, deliveries } = emulator;

  app.get("/control/webhooks", async () => ({
    held: deliveries.isHeld(),
    webhooks: [...state.webhooks.values()],
    events: [...state.events.values()],
    deliveries: [...state.deliveries.values()],
  }));

  app.post("/control/webhooks/hold", async () => {
    deliveries.setHeld(true);
    return { held: true };
  });
  app.post("/control/webhooks/release", async () => {
    deliveries.setHeld(false);
    deliveries.wake();
    return { held: false };
  });

  // Each answers once the shop has answered every one of its requests.
  app.post("/control/webhooks/flush", async (request) =>
    inOrder(emulator, waiting(emulator, readControl(actionSchema, request.body))),
  );
  app.post("/control/webhooks/shuffle", async (request) => {
    const action = readControl(actionSchema, request.body);
    return inOrder(emulator, shuffled(waiting(emulator, action), action.seed));
  });
  app.post("/control/webhooks/duplicate", async (request) => {
    const action = readControl(actionSchema, request.body);
    const rows = waiting(emulator, action);
    return duplicate(emulator, rows.length > 0 ? rows : deliveriesOf(emulator, "delivered", action), action);
  });
  app.post("/control/webhooks/drop", async (request) => {
    const rows = waiting(emulator, readControl(actionSchema, request.body));
    for (const delivery of rows) delivery.status = "dropped";
    emulator.changed();
    await emulator.commit();
    return { dropped: rows.map((delivery) => delivery.eventId) };
  });

  app.post("/control/webhooks/send", async (request) => {
    const send = readControl(sendSchema, request.body);
    const recorded = send.eventId === undefined ? undefined : state.events.get(send.eventId);
    const webhook =
      send.webhookId === undefined ? [...state.webhooks.values()][0] : state.webhooks.get(send.webhookId);
    const url = send.url ?? webhook?.url;
    const body = send.text ?? (send.event ? eventBytes(send.event) : recorded?.body);
    if (url === undefined || body === undefined) throw notFound();
    const sending = { url, webhookId: webhook?.id ?? "0AB12345CD678901E", body, signature: send.signature };
    if (send.dryRun) return { url, ...signedRequest(emulator, sending) };
    const once = () => sendSigned(emulator, sending);
    return { results: await repeated(once, send.times, send.concurrent) };
  });
}

const waiting = (emulator: Emulator, filter: Filter): Delivery[] => deliveriesOf(emulator, "waiting", filter);

async function inOrder(emulator: Emulator, rows: Delivery[]): Promise<{ results: SentResult[] }> {
  const results: SentResult[] = [];
  for (const delivery of rows) results.push(await emulator.deliveries.attempt(delivery));
  return { results };
}

async function repeated<T>(once: () => Promise<T>, times: number, concurrent: boolean): Promise<T[]> {
  if (concurrent) return Promise.all(Array.from({ length: times }, once));
  const results: T[] = [];
  for (let i = 0; i < times; i += 1) results.push(await once());
  return results;
}

async function duplicate(
  emulator: Emulator,
  rows: Delivery[],
  { times, concurrent }: { times: number; concurrent: boolean },
): Promise<{ results: unknown[] }> {
  const results: unknown[] = [];
  for (const delivery of rows) {
    const event = emulator.state.events.get(delivery.eventId);
    const webhook = emulator.state.webhooks.get(delivery.webhookId);
    if (!event || !webhook) continue;
    const sending = {
      url: webhook.url,
      webhookId: webhook.id,
      body: event.body,
      signature: "valid" as const,
      transmissionId: delivery.id,
    };
    const copies = repeated(() => sendSigned(emulator, sending), times - 1, concurrent);
    if (!concurrent) await copies;
    results.push(await emulator.deliveries.attempt(delivery), ...(await copies));
  }
  return { results };
}
