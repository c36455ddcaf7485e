import type { Socket } from "node:net";
import { createDeliveries, type Deliveries } from "./deliveries.ts";
import { createFaults, type Faults } from "./faults.ts";
import {
  DEFAULT_RETRY_DELAYS,
  EVENT_TYPES,
  type PaypalClient,
  type PaypalEmulatorOptions,
} from "./options.ts";
import { emptyState, parseState, prune, type State, serialiseState } from "./state.ts";

export type Token = { clientId: string; expiresAt: number; fromBrowser: boolean };

export type RecordedRequest = {
  at: string;
  operation: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  /** Absent while the call is under way, and for one that never got an answer. */
  status?: number;
};

/** Everything that one emulator holds; the routes and the control API share it. */
export type Emulator = {
  baseUrl: string;
  clients: Map<string, PaypalClient>;
  state: State;
  tokens: Map<string, Token>;
  faults: Faults;
  deliveries: Deliveries;
  recorded: RecordedRequest[];
  eventTypes: ReadonlySet<string>;
  /** The connections of calls that a fault left without an answer. */
  hanging: Set<Socket>;
  now: () => number;
  /** The present second, as PayPal writes times. */
  timestamp: () => string;
  /** Says that the state has changed and must be kept. */
  changed: () => void;
  /** Resolves when every change so far is kept; then sends the webhooks that are due. */
  commit: () => Promise<void>;
  /** Takes over what the store's handover holds. */
  takeOver: () => Promise<void>;
  reset: (keepWebhooks: boolean) => void;
  close: () => Promise<void>;
};

export async function createEmulator(options: PaypalEmulatorOptions): Promise<Emulator> {
  const stored = await options.store?.load();
  const now = options.now ?? Date.now;
  const state = stored === undefined ? emptyState() : parseState(stored);
  const tokens = new Map<string, Token>();
  const faults = createFaults();
  const recorded: RecordedRequest[] = [];
  let dirty = false;
  let saving: Promise<void> | undefined;

  async function save(): Promise<void> {
    dirty = false;
    prune(state, now());
    try {
      await options.store?.save(serialiseState(state));
    } catch (error) {
      dirty = true;
      throw error;
    }
  }

  /** One save at a time; a change made during one is covered by the next. */
  async function persist(): Promise<void> {
    while (dirty || saving) {
      saving ??= save().finally(() => {
        saving = undefined;
      });
      await saving;
    }
  }

  const changed = (): void => {
    dirty = true;
  };

  const deliveries = createDeliveries({
    state,
    now,
    certUrl: `${options.baseUrl}/v1/notifications/certs/CERT-STAND-IN`,
    retryDelays: options.webhookRetryDelays ?? DEFAULT_RETRY_DELAYS,
    held: options.deliverWebhooks === false,
    changed,
    persist,
  });

  return {
    baseUrl: options.baseUrl,
    clients: new Map(options.clients.map((client) => [client.clientId, client])),
    state,
    tokens,
    faults,
    deliveries,
    recorded,
    eventTypes: options.eventTypes ?? EVENT_TYPES,
    hanging: new Set(),
    now,
    timestamp: () => `${new Date(now()).toISOString().slice(0, 19)}Z`,
    changed,
    commit: async () => {
      await persist();
      deliveries.wake();
    },
    takeOver: async () => {
      const json = await options.store?.handover?.load();
      if (json === undefined) return;
      const { orders, captures, refunds } = parseState(json);
      for (const [id, order] of orders) state.orders.set(id, order);
      for (const [id, capture] of captures) state.captures.set(id, capture);
      for (const [id, refund] of refunds) state.refunds.set(id, refund);
      changed();
      await persist();
      await options.store?.handover?.remove();
    },
    reset: (keepWebhooks) => {
      const kept = new Map(keepWebhooks ? state.webhooks : []);
      Object.assign(state, emptyState(), { webhooks: kept, signingKey: state.signingKey });
      tokens.clear();
      faults.clear();
      recorded.length = 0;
      deliveries.setHeld(options.deliverWebhooks === false);
      changed();
    },
    close: async () => {
      faults.clear();
      deliveries.close();
      await persist();
    },
  };
}
