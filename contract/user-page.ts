import { z } from "zod";
import { call } from "./call.ts";
import { acknowledged, envelope, idParams, lineText, listQuery, oneOf } from "./fields.ts";
import { userRecord } from "./users.ts";

export const timelineKinds = ["order", "credits", "run", "ticket", "mail"] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Decimal text with its currency. */
const money = z.object({ amount: z.string(), currency: z.string() });

export const userSummary = z.object({
  /** Of an erased person the pseudonym. */
  user: userRecord,
  erasedAt: z.string().nullable(),
  /** Set aside by runs that are under way. */
  held: z.number().int(),
  /** Credits that were spent although their payment was taken back. */
  debt: z.number().int(),
  /** What was paid and not given back, a line each currency. */
  paid: z.array(money),
  /** What the models took for this person's calls, a line each currency. */
  modelCosts: z.array(z.object({ costMicros: z.number().int(), currency: z.string() })),
  factors: z.object({ totp: z.boolean(), passkeys: z.number().int() }),
  /** How many lines the timeline has of each kind. */
  counts: z.record(z.enum(timelineKinds), z.number().int()),
});
export type UserSummary = z.output<typeof userSummary>;

export const getUserSummary = call({
  method: "GET",
  path: "/api/users/{id}",
  access: "admin",
  summary:
    "A person with balance, membership, what was paid and how much there is of each kind; also an erased one.",
  params: idParams,
  answer: envelope(userSummary),
  errors: ["NOT_FOUND"],
});

export const removeUserFactors = call({
  method: "POST",
  path: "/api/users/{id}/remove-factors",
  access: "admin",
  proof: "recent",
  summary:
    "Takes authenticator, backup codes and passkeys off the account of somebody else who has lost them, and ends the sessions; the person is told by mail.",
  params: idParams,
  body: z.strictObject({ reason: lineText.min(1, "Please enter a reason") }),
  answer: acknowledged,
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT"],
});

export const timelineLine = z.object({
  kind: z.enum(timelineKinds),
  /** The thing's own id; unique within its kind. */
  _id: z.string(),
  at: z.string(),
  /** The product, the booking's reason, the run's title, the subject. */
  title: z.string(),
  status: z.string().nullable(),
  /** The order's id, the booking's note, why a run or a mail failed. */
  note: z.string().nullable(),
  /** Of an order. */
  total: money.nullable(),
  isItem: z.boolean(),
  /** Of a booking: what it moved, and the balance after it. */
  amount: z.number().int().nullable(),
  balanceAfter: z.number().int().nullable(),
});
export type TimelineLine = z.output<typeof timelineLine>;

export const getUserTimeline = call({
  method: "GET",
  path: "/api/users/{id}/timeline",
  access: "admin",
  summary:
    "A person's orders, credit bookings, runs, tickets and mails in one list, newest first; `kind` asks for one of them.",
  params: idParams,
  query: listQuery(["at"], { kind: oneOf(timelineKinds).optional() }).pick({
    page: true,
    pageSize: true,
    kind: true,
  }),
  answer: z.array(timelineLine),
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});
