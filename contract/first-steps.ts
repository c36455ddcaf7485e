import { z } from "zod";
import { call } from "./call.ts";
import { envelope } from "./fields.ts";

/** What a new shop needs before it sells, in the order in which it is told. */
export const firstStepNames = ["paypal", "ai-key", "mail", "prices", "gift", "legal", "logo"] as const;
export type FirstStepName = (typeof firstStepNames)[number];

export const firstSteps = z.object({
  /** An admin has put the list away. */
  dismissed: z.boolean(),
  steps: z.array(z.object({ name: z.enum(firstStepNames), done: z.boolean() })),
});
export type FirstSteps = z.output<typeof firstSteps>;

export const getFirstSteps = call({
  method: "GET",
  path: "/api/first-steps",
  access: "admin",
  summary:
    "What a new shop still lacks, as the server knows it. The setting `firstStepsDismissed` puts it away.",
  answer: envelope(firstSteps),
  errors: [],
});
