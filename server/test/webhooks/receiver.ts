import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished } from "vitest";
import type { WebhookMessage, WebhookRecord } from "#contract/webhooks.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  /** Messages that came whole, in their order. */
  received: Received[];
  /** Connections that were made, whether anything came over them or not. */
  connections: () => number;
  /** How it answers from now on. */
  answer: Answering;
}

export const answers =
  (status: number, body = ""): Answering =>
  (_, response) =>
    void response.writeHead(status).end(body);

/** A member's own server, on this machine, ended with the test. */
export async function openReceiver(
  answer: Answering = answers(204),
  at: { host: string; port: number } = { host: "127.0.0.1", port: 0 },
): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    received.push({ path: request.url ?? "", headers, body: Buffer.concat(chunks).toString() });
    receiver.answer(request, response);
  });
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(at.port, at.host);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://${at.host}:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = { url, received, connections: () => connections, answer };
  return receiver;
}

/** The message, where the published library takes it for signed by the secret; throws else. */
export function verified({ headers, body }: Received, secret: string): WebhookMessage {
  return new Webhook(secret).verify(body, headers) as WebhookMessage;
}

export async function addWebhook(
  shop: TestShop,
  as: Person,
  url: string,
  more: object = {},
): Promise<WebhookRecord & { secret: string }> {
  const body = { url, events: ["run.done", "run.failed", "balance.low"], ...more };
  const answer = await shop.send({ method: "POST", url: "/api/webhooks", body, as });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
export async function deliveriesOf(shop: TestShop, as: Person, id: string): Promise<any[]> {
  const answer = await shop.send({ url: `/api/webhooks/${id}/deliveries`, as });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

export async function sendTest(shop: TestShop, as: Person, id: string): Promise<string> {
  const answer = await shop.send({ method: "POST", url: `/api/webhooks/${id}/test`, body: {}, as });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.id;
}
