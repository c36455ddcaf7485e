import { z } from "zod";
import { call } from "./call.ts";
import { dayText } from "./fields.ts";

export const exportMovements = call({
  method: "GET",
  path: "/api/movements.csv",
  access: "admin",
  summary:
    "Each movement of money of a period, by the owner's days, as CSV: payments, refunds and reversals, and what came back of these.",
  query: z
    .object({ from: dayText.optional(), to: dayText.optional() })
    .refine(({ from, to }) => !from || !to || from <= to, {
      path: ["to"],
      message: "Please enter a last day that is not before the first.",
    }),
  answer: z.string(),
  answerKind: "file",
  errors: ["INVALID_INPUT"],
});
