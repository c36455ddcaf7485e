import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { freePort } from "../../e2e/helpers/free-port.ts";
import type { PaypalEmulatorOptions } from "../paypal/options.ts";
import { paypalEmulator } from "../paypal/server.ts";

export const SHOP = {
  clientId: "shop-client",
  secret: "shop-secret",
  merchantId: "7VQ5HSHPDEM2A",
  email: "shop@example.com",
  name: "Demo shop",
};

export const OTHER = {
  clientId: "other-client",
  secret: "other-secret",
  merchantId: "8WR6HSHPDEM3B",
  email: "other@example.com",
  name: "Another shop",
};

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by schemas and by single fields.
export type Json = any;

export type Answer = { status: number; body: Json; headers: Headers };

export type TestPaypal = {
  baseUrl: string;
  app: FastifyInstance;
  /** A call as the shop, or as `by`. */
  call: (
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; by?: typeof SHOP; signal?: AbortSignal },
  ) => Promise<Answer>;
  control: (method: string, path: string, body?: unknown) => Promise<Answer>;
  token: (client?: typeof SHOP) => Promise<string>;
  order: (changes?: { unit?: object; requestId?: string; body?: object }) => Promise<string>;
  /** An order that is approved and captured; answers the capture's id. */
  paid: (unit?: object) => Promise<{ orderId: string; captureId: string }>;
};

export const unitOf = (changes: object = {}): object => ({
  description: "Creator pack",
  custom_id: "ORDER123",
  invoice_id: crypto.randomUUID(),
  amount: {
    currency_code: "USD",
    value: "12.50",
    breakdown: {
      item_total: { currency_code: "USD", value: "12.00" },
      handling: { currency_code: "USD", value: "0.50" },
    },
  },
  ...changes,
});

/** An emulator on a port of its own, closed when the test ends. */
export async function startPaypal(options: Partial<PaypalEmulatorOptions> = {}): Promise<TestPaypal> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}/demo/paypal`;
  const app = fastify({ forceCloseConnections: true });
  await app.register(paypalEmulator, {
    prefix: "/demo/paypal",
    baseUrl,
    clients: [SHOP, OTHER],
    control: true,
    webhookRetryDelays: [1, 2, 4, 8, 16, 32],
    ...options,
  });
  await app.listen({ host: "127.0.0.1", port });
  onTestFinished(() => app.close());

  async function send(method: string, path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${baseUrl}${path}`, { method, ...init });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  }

  async function token(client = SHOP): Promise<string> {
    const { body } = await send("POST", "/v1/oauth2/token", {
      headers: { authorization: basic(client) },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    return body.access_token;
  }

  const call: TestPaypal["call"] = async (method, path, { body, headers = {}, by = SHOP, signal } = {}) =>
    send(method, path, {
      headers: { "content-type": "application/json", authorization: `Bearer ${await token(by)}`, ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });

  const control: TestPaypal["control"] = (method, path, body) =>
    send(
      method,
      `/control${path}`,
      body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    );

  const order: TestPaypal["order"] = async ({ unit, requestId, body } = {}) => {
    const made = await call("POST", "/v2/checkout/orders", {
      body: { intent: "CAPTURE", purchase_units: [unitOf(unit)], ...body },
      headers: requestId === undefined ? {} : { "paypal-request-id": requestId },
    });
    return made.body.id;
  };

  const paid: TestPaypal["paid"] = async (unit) => {
    const orderId = await order(unit ? { unit } : {});
    await control("POST", `/approve/${orderId}`);
    const { body } = await call("POST", `/v2/checkout/orders/${orderId}/capture`);
    return { orderId, captureId: body.purchase_units[0].payments.captures[0].id };
  };

  return { baseUrl, app, call, control, token, order, paid };
}

export const basic = (client: typeof SHOP): string =>
  `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString("base64")}`;

export type Received = { headers: IncomingHttpHeaders; text: string };

/** A shop's webhook endpoint that keeps what it gets. `status` is what it answers next. */
export async function startReceiver(): Promise<{
  url: string;
  received: Received[];
  answer: (status: number) => void;
}> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, text: Buffer.concat(chunks).toString("utf8") });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/paypal/webhook`,
    received,
    answer: (next) => {
      status = next;
    },
  };
}

/** Registers the receiver for every event; answers the webhook's id. */
export async function subscribe(paypal: TestPaypal, url: string, types = ["*"]): Promise<string> {
  const { body } = await paypal.call("POST", "/v1/notifications/webhooks", {
    body: { url, event_types: types.map((name) => ({ name })) },
  });
  return body.id;
}

export const typesOf = (received: Received[]): string[] =>
  received.map((one) => JSON.parse(one.text).event_type);
