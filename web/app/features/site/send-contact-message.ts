import { requestKeys } from "#web/api/request-keys.ts";

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

/** The key of a try that got no answer stays in this tab until the sign-out. */
const keys = requestKeys(undefined, "draft:contact-request");

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
    idempotencyKey: keys.keyFor(values),
  };
  const response = await fetch("/new-support-message", {
    method: "POST",
    credentials: "same-origin",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) return { sent: false, reason: "" };
  // After a fault it may have been kept all the same.
  if (response.status < 500) keys.settle();
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
