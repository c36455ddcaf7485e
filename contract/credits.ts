import { z } from "zod";
import { call } from "./call.ts";
import { envelope, listQuery } from "./fields.ts";

/** One line of a person's statement. */
export const creditEntry = z.object({
  _id: z.string(),
  createdAt: z.string(),
  /** Whole credits; below zero where they went away. */
  amount: z.number().int(),
  balanceAfter: z.number().int(),
  /** purchase, generation, retake, generation-returned, hold, hold-returned, adjustment, gift, refund, … */
  reason: z.string(),
  orderId: z.string().optional(),
  /** What the order bought. */
  packageName: z.string().optional(),
  generationId: z.string().optional(),
  /** Of that run, unless it was deleted; `previewUrl` once there are pictures. */
  runTitle: z.string().optional(),
  previewUrl: z.string().optional(),
  note: z.string().optional(),
});
export type CreditEntry = z.output<typeof creditEntry>;

export const balance = z.object({
  /** What can be spent. */
  currentBalance: z.number().int(),
  held: z.number().int(),
  /** Credits of one run. */
  cost: z.number().int(),
  /** What a member must have to start one. */
  minimumBalance: z.number().int(),
});

export const getBalance = call({
  method: "GET",
  path: "/api/credits/balance",
  access: "member",
  scope: "balance:read",
  summary: "The own balance, what runs under way hold of it, and what a run takes.",
  answer: envelope(balance),
  errors: [],
});

const entriesQuery = listQuery(["createdAt", "amount"], { userEmail: z.string().max(254).optional() });

export const listCreditEntries = call({
  method: "GET",
  path: "/api/credits/entries",
  access: "member",
  scope: "balance:read",
  summary: "The own statement of credits, newest first; an admin reads another person's with ?userEmail=.",
  query: entriesQuery,
  answer: z.array(creditEntry),
  errors: [],
});

export const downloadCreditEntries = call({
  method: "GET",
  path: "/api/credits/entries.csv",
  access: "member",
  scope: "balance:read",
  summary: "The same statement as a CSV file.",
  query: z.object({ userEmail: z.string().max(254).optional() }),
  answer: z.string(),
  answerKind: "file",
  errors: [],
});

/** The documented body names an e-mail and an amount; the session and the settings decide both. */
const ignoredBody = z.object({});

export const deductCredit = call({
  method: "POST",
  path: "/api/deduct-credit",
  access: "member",
  summary:
    "Sets one run's cost aside for ten minutes, for the next run. While it is unused, a repeat takes nothing.",
  body: ignoredBody,
  answer: z.object({ success: z.literal(true), data: z.object({ currentBalance: z.number().int() }) }),
  errors: ["INSUFFICIENT_CREDITS"],
  // Each is a line of the ledger for good, and may cross the number that webhooks are told of.
  rateLimit: { name: "set-aside", max: 120, windowSeconds: 3600, by: "user" },
});

export const refundCredit = call({
  method: "POST",
  path: "/api/refund-credit",
  access: "member",
  summary: "Gives back what was set aside and not used by a run; otherwise changes nothing.",
  body: ignoredBody,
  answer: z.object({
    success: z.literal(true),
    data: z.object({ refunded: z.boolean(), currentBalance: z.number().int() }),
  }),
  errors: [],
});
