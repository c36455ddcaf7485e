import { z } from "zod";
import { type WebhookEvent, type WebhookRecord, webhookInput } from "#contract/webhooks.ts";

export type WebhookValues = { url: string; events: WebhookEvent[]; lowBalance: string };

export const eventTexts: Record<WebhookEvent, { label: string; text: string }> = {
  "run.done": { label: "A run is done", text: "run.done, with its title and the addresses of its pictures" },
  "run.failed": { label: "A run has failed", text: "run.failed, with the reason; its credits are back" },
  "balance.low": { label: "My balance is low", text: "balance.low, once as it falls to the number below" },
};

export function webhookValues(record: WebhookRecord | null): WebhookValues {
  return {
    url: record?.url ?? "",
    events: record?.events ?? ["run.done", "run.failed"],
    lowBalance: String(record?.lowBalance ?? 3),
  };
}

/** What the calls take. A number that is none is theirs to refuse. */
export function webhookBody({ lowBalance, ...values }: WebhookValues) {
  return { ...values, lowBalance: /^\s*\d+\s*$/.test(lowBalance) ? Number(lowBalance) : Number.NaN };
}

/** The calls' own check; which addresses are public the server alone knows. */
export const webhookValuesSchema = z.custom<WebhookValues>().superRefine((values, context) => {
  for (const { path, message } of webhookInput.safeParse(webhookBody(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: path.slice(0, 1), message });
});
