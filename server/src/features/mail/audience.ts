import type { OutboxRow } from "./queue.repository.ts";

type Audience = OutboxRow["audience"];

/**
 * Each kind of mail, as the message log names it, and whom it is meant for. What goes to admins or to support staff tells
 * of other people, so it goes with their accounts, and to nobody who is no longer one of the staff. A visitor's address
 * is one that nobody has proven: no account's mail, whoever registers with it.
 */
const audiences = {
  Receipt: "user",
  "Item access": "user",
  Refund: "user",
  "Refund failed": "user",
  "Membership ending": "user",
  "Ticket answered": "user",
  "Admin message": "user",
  "New sign-in": "user",
  "Sign-in changed": "user",
  "Reset password": "user",
  "Password changed": "user",
  "Keys changed": "user",
  "Webhooks changed": "user",
  "Webhook off": "user",
  "Contact answered": "visitor",
  "Support notice": "support",
  "Order paid": "admins",
  "Payment problem": "admins",
  "Refund notice": "admins",
  "Reversal notice": "admins",
  "Dispute notice": "admins",
  "model-gone": "admins",
  "model-ending": "admins",
  "spending-limit": "admins",
  "youtube-units": "admins",
} as const satisfies Record<string, Audience>;

export type MailKind = keyof typeof audiences;
export type KindTo<A extends Audience> = {
  [K in MailKind]: (typeof audiences)[K] extends A ? K : never;
}[MailKind];

/** A kind whose name is no words is stored by it, and shown by these. */
const words: Record<Exclude<MailKind, Capitalize<string>>, string> = {
  "model-gone": "Model gone",
  "model-ending": "Model ending",
  "spending-limit": "Spending limit",
  "youtube-units": "YouTube units",
};

/** A stored kind as people read it; one of a former release stays as it is. */
export function kindInWords(kind: string): string {
  return Object.hasOwn(words, kind) ? words[kind as keyof typeof words] : kind;
}

export function audienceOf(kind: MailKind): Audience {
  return audiences[kind];
}

export function kindsFor(audience: Audience): string[] {
  return Object.entries(audiences).flatMap(([kind, whom]) => (whom === audience ? [kind] : []));
}

/** Why a notice does not go out to somebody who is not of its audience any more. */
export function formerRecipient(audience: Audience): string {
  const whom = audience === "admins" ? "admins" : "support staff";
  return `This message is for ${whom}, and its recipient cannot sign in as such any more.`;
}
