/** The operations at which a fault can strike. */
export const OPERATIONS = [
  "token",
  "create",
  "get-order",
  "capture",
  "get-capture",
  "refund",
  "get-refund",
  "webhooks",
  "events",
  "verify",
  "sdk",
  "any",
] as const;

export type Operation = (typeof OPERATIONS)[number];

const PAYMENT_FAULTS = [
  "declined",
  "declined-capture",
  "pending",
  "wrong-amount",
  "wrong-currency",
  "wrong-custom-id",
  "wrong-payee",
  "duplicate-capture",
  "failure",
] as const;

/**
 * What can go wrong.
 * - hang, reset, 500, 503, garbage (a proxy's HTML page with status 502), truncated (half of the JSON):
 *   before the effect, or after it with `afterEffect`. truncated is always after it.
 * - timeout-after-effect is hang with `afterEffect`; hang-before-effect is hang without it.
 * - hold waits for POST /control/release, before or after the effect; slow waits for `delayMs`.
 * - 429, 401 (which revokes every token of that client), 403 (a right is missing), 409 (the same request is under way) and
 *   refused (with `issue`) have no effect.
 * - the rest change what the payment becomes: at `capture` for good, at a reading call in its answer only. `pending` has
 *   `issue` for its reason, and is the one that `refund` knows, for good as well.
 */
export const FAULTS = [
  "hang",
  "hang-before-effect",
  "timeout-after-effect",
  "reset",
  "reset-after-effect",
  "500",
  "503",
  "garbage",
  "truncated",
  "429",
  "401",
  "403",
  "409",
  "refused",
  "slow",
  "hold",
  ...PAYMENT_FAULTS,
] as const;

export type FaultKind = (typeof FAULTS)[number];

export type Fault = {
  on: Operation;
  fault: FaultKind;
  /** How many calls it strikes; 1 by default. */
  times: number;
  delayMs: number;
  afterEffect: boolean;
  /** Only calls whose path or body names this id. */
  id?: string;
  /** PayPal's word for why. */
  issue?: string;
};

/** Of a fault what the payment becomes. */
export type PaymentFault = Pick<Fault, "fault" | "issue">;

export type Holding = { operation: Operation; release: () => void };

export type Faults = {
  add: (fault: Fault) => void;
  /** The next fault for a call, used up by being taken. */
  take: (operation: Operation, mentions: (id: string) => boolean) => Fault | undefined;
  /** Resolves when POST /control/release (or a reset, or the end) lets the call go. */
  hold: (operation: Operation) => Promise<void>;
  release: (operation?: Operation) => number;
  list: () => { waiting: Fault[]; holding: Operation[] };
  clear: () => void;
};

export function createFaults(): Faults {
  let waiting: Fault[] = [];
  const holding = new Set<Holding>();

  function release(operation?: Operation): number {
    const held = [...holding].filter((one) => operation === undefined || one.operation === operation);
    for (const one of held) {
      holding.delete(one);
      one.release();
    }
    return held.length;
  }

  return {
    add: (fault) => {
      waiting.push(fault);
    },
    take: (operation, mentions) => {
      const fault = waiting.find(
        (one) => (one.on === operation || one.on === "any") && (one.id === undefined || mentions(one.id)),
      );
      if (!fault) return undefined;
      fault.times -= 1;
      if (fault.times <= 0) waiting = waiting.filter((one) => one !== fault);
      return { ...fault };
    },
    hold: (operation) =>
      new Promise((resolve) => {
        holding.add({ operation, release: resolve });
      }),
    release,
    list: () => ({
      waiting: waiting.map((one) => ({ ...one })),
      holding: [...holding].map((one) => one.operation),
    }),
    clear: () => {
      waiting = [];
      release();
    },
  };
}

/** A fault of what the payment becomes, as opposed to one of how the call travels. */
export const changesPayment = (fault: Fault): boolean =>
  (PAYMENT_FAULTS as readonly FaultKind[]).includes(fault.fault);
