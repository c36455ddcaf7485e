import type { PaypalMode } from "#contract/paypal-settings-form.ts";

/** An event that PayPal has confirmed to be its own. */
export interface PaypalEvent {
  /** Of the account that sent it. */
  mode: PaypalMode;
  id: string;
  type: string;
  resource: unknown;
  /** The whole event, parsed. */
  body: unknown;
}

/** Null where the body is no event: https://developer.paypal.com/docs/api/webhooks/v1/#webhooks-events_get */
export function parseEvent(body: unknown): Omit<PaypalEvent, "mode"> | null {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const { id, event_type: type, resource } = body as Record<string, unknown>;
  if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id)) return null;
  if (typeof type !== "string" || !/^[\w.-]{1,100}$/.test(type)) return null;
  return { id, type, resource, body };
}

export function resourceIdOf({ resource }: PaypalEvent): string | null {
  const fields =
    typeof resource === "object" && resource !== null ? (resource as Record<string, unknown>) : {};
  const id = fields.id ?? fields.dispute_id;
  return typeof id === "string" ? id.slice(0, 100) : null;
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
export function storable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\u0000", "").toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), storable(part)]));
}
