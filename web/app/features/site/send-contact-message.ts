import { requestKey } from "#web/api/client.ts";

export type ContactField = "name" | "email" | "subject" | "phone" | "message";
export type ContactValues = Record<ContactField, string>;
export type ContactErrors = Partial<ContactValues>;

type ContactOutcome = { sent: true } | { sent: false; reason: string; errors?: ContactErrors };

/** Names of the call's fields and of the form's. */
const named = {
  ticketUserName: "name",
  ticketUserEmail: "email",
  subject: "subject",
  phone: "phone",
  message: "message",
} as const;

/** Where a try that got no answer stands in this tab, until the sign-out. */
const place = "draft:contact-request";

/**
 * The idempotency key, by the rule of `useSameRequest`, whose module brings along what no public page loads: the same text
 * has the same key until it was answered.
 */
function keyFor(values: ContactValues): string {
  const text = JSON.stringify(values);
  const last = readKept();
  const key = last?.text === text ? last.key : requestKey();
  keep(JSON.stringify({ key, text }));
  return key;
}

function readKept(): { key: string; text: string } | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "null");
  } catch {
    return null;
  }
}

/** A browser that keeps nothing has a key for each press. */
function keep(request: string | null): void {
  try {
    if (request === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, request);
  } catch {
    return;
  }
}

/**
 * Sends the form as the documents give its payload; status, time and role are the server's to decide. `extra` is
 * the field that people do not see. Never throws: what was written stays in the form either way.
 */
export async function sendContactMessage(values: ContactValues, extra: string): Promise<ContactOutcome> {
  const body = {
    ...Object.fromEntries(Object.entries(named).map(([field, name]) => [field, values[name]])),
    ticketStatus: "open",
    createdAt: new Date().toISOString(),
    ticketUserRole: "user",
    ...(extra ? { extra } : {}),
    idempotencyKey: keyFor(values),
  };
  const response = await fetch("/new-support-message", {
    method: "POST",
    credentials: "same-origin",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) return { sent: false, reason: "" };
  // After a fault it may have been kept all the same.
  if (response.status < 500) keep(null);
  if (response.ok) return { sent: true };
  const answer = (await response.json().catch(() => null)) as {
    message?: string;
    fields?: Record<string, string>;
  } | null;
  const wrong = Object.entries(answer?.fields ?? {}).filter(([field]) => field in named);
  if (wrong.length === 0) return { sent: false, reason: answer?.message ?? "" };
  const errors = Object.fromEntries(wrong.map(([field, text]) => [named[field as keyof typeof named], text]));
  return { sent: false, reason: "", errors };
}
