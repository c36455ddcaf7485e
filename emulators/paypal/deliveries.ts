import { randomUUID } from "node:crypto";
import { AUTH_ALGORITHM, signedText, signingKeyOf, signText } from "./signing.ts";
import type { Delivery, State, Webhook, WebhookEvent } from "./state.ts";

type Dependencies = {
  state: State;
  now: () => number;
  certUrl: string;
  retryDelays: number[];
  held: boolean;
  changed: () => void;
  persist: () => Promise<void>;
};

export type SentResult = { deliveryId: string; eventId: string; status?: number; error?: string };

export type Deliveries = {
  /** Puts an event in line for every webhook that wants it. It leaves with the next wake(). */
  enqueue: (event: WebhookEvent) => void;
  /** Sends what is due, unless deliveries are held, and sets the clock for the rest. */
  wake: () => void;
  setHeld: (held: boolean) => void;
  isHeld: () => boolean;
  /** One attempt now, whatever the clock and the hold say. */
  attempt: (delivery: Delivery) => Promise<SentResult>;
  /** Posts any event once, outside the line. */
  post: (
    url: string,
    headers: Record<string, string>,
    body: string,
  ) => Promise<{ status: number; body: string }>;
  certUrl: string;
  close: () => void;
};

const ATTEMPT_TIMEOUT = 30_000;
const LONGEST_TIMER = 2 ** 31 - 1;

/** Sends webhook events as PayPal does: signed, in no certain order, again after growing pauses. */
export function createDeliveries(dependencies: Dependencies): Deliveries {
  const { state, now, certUrl, retryDelays, changed, persist } = dependencies;
  const inFlight = new Map<string, Promise<SentResult>>();
  const ending = new AbortController();
  let held = dependencies.held;
  let timer: NodeJS.Timeout | undefined;

  function enqueue(event: WebhookEvent): void {
    for (const webhook of state.webhooks.values()) {
      const wanted = webhook.eventTypes.includes("*") || webhook.eventTypes.includes(event.type);
      if (webhook.clientId !== event.clientId || !wanted) continue;
      const delivery: Delivery = {
        id: randomUUID(),
        eventId: event.id,
        webhookId: webhook.id,
        attempts: 0,
        status: "waiting",
        nextAttemptAt: now(),
      };
      event.wanted = true;
      state.deliveries.set(delivery.id, delivery);
    }
    changed();
  }

  function wake(): void {
    clearTimeout(timer);
    if (held || ending.signal.aborted) return;
    let earliest = Number.POSITIVE_INFINITY;
    for (const delivery of state.deliveries.values()) {
      if (delivery.status !== "waiting" || inFlight.has(delivery.id)) continue;
      if (delivery.nextAttemptAt <= now()) void attempt(delivery).then(wake, wake);
      else earliest = Math.min(earliest, delivery.nextAttemptAt);
    }
    if (earliest === Number.POSITIVE_INFINITY) return;
    // Starting the attempts that are due took its time as well.
    timer = setTimeout(wake, Math.max(0, Math.min(earliest - now(), LONGEST_TIMER)));
    timer.unref();
  }

  function attempt(delivery: Delivery): Promise<SentResult> {
    const running = inFlight.get(delivery.id);
    if (running) return running;
    const sending = attemptNow(delivery).finally(() => inFlight.delete(delivery.id));
    inFlight.set(delivery.id, sending);
    return sending;
  }

  async function attemptNow(delivery: Delivery): Promise<SentResult> {
    const event = state.events.get(delivery.eventId);
    const webhook = state.webhooks.get(delivery.webhookId);
    if (!event || !webhook) {
      delivery.status = "dropped";
      changed();
      return { deliveryId: delivery.id, eventId: delivery.eventId, error: "the webhook is gone" };
    }
    const result = await send(webhook, event, delivery);
    if (ending.signal.aborted) return result;
    delivery.attempts += 1;
    delete delivery.lastStatus;
    if (result.status !== undefined) delivery.lastStatus = result.status;
    if (result.status !== undefined && result.status >= 200 && result.status < 300) {
      delivery.status = "delivered";
    } else if (delivery.attempts > retryDelays.length) {
      delivery.status = "failed";
    } else {
      delivery.nextAttemptAt = now() + (retryDelays[delivery.attempts - 1] ?? 0);
    }
    changed();
    await persist();
    return result;
  }

  async function send(webhook: Webhook, event: WebhookEvent, delivery: Delivery): Promise<SentResult> {
    const about = { deliveryId: delivery.id, eventId: event.id };
    try {
      const time = `${new Date(now()).toISOString().slice(0, 19)}Z`;
      const text = signedText(delivery.id, time, webhook.id, event.body);
      const headers = signatureHeaders(delivery.id, time, certUrl, signText(signingKeyOf(state), text));
      return { ...about, ...(await postEvent(webhook.url, headers, event.body, ending.signal)) };
    } catch (error) {
      return { ...about, error: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    enqueue,
    wake,
    attempt,
    post: (url, headers, body) => postEvent(url, headers, body, ending.signal),
    certUrl,
    setHeld: (value) => {
      held = value;
    },
    isHeld: () => held,
    close: () => {
      clearTimeout(timer);
      ending.abort();
    },
  };
}

export function signatureHeaders(
  transmissionId: string,
  time: string,
  certUrl: string,
  signature: string,
): Record<string, string> {
  return {
    "paypal-transmission-id": transmissionId,
    "paypal-transmission-time": time,
    "paypal-transmission-sig": signature,
    "paypal-cert-url": certUrl,
    "paypal-auth-algo": AUTH_ALGORITHM,
    "paypal-auth-version": "v2",
  };
}

/** POSTs one event; the answer's text is read to its end, so that the connection can be used again. */
async function postEvent(
  url: string,
  headers: Record<string, string>,
  body: string,
  ending: AbortSignal,
): Promise<{ status: number; body: string }> {
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT);
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "user-agent": "PayPal/AUHD-1.0-1" },
    body,
    redirect: "manual",
    signal: AbortSignal.any([timeout, ending]),
  });
  return { status: response.status, body: await response.text() };
}
