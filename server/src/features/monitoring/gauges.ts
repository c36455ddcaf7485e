import { countKeys } from "#server/features/ai-keys/ai-keys.service.ts";
import { countFailedMails } from "#server/features/mail/mail.service.ts";
import { readModelsInUse } from "#server/features/models/models-in-use.ts";
import { lacksWebhook } from "#server/features/payments/settings/paypal-settings.ts";
import { spendingShare } from "#server/features/spending/spending-limit.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type Queues, readMatters, readQueues } from "./queues.repository.ts";

/** How much waits in the database and how late it is. All processes of a shop tell the same. */
export function queueGauges(platform: Platform): void {
  const { metrics, db } = platform;
  let reading: Promise<Queues> | null = null;
  // What waits is read for several gauges in one moment, of which one statement is enough.
  const queues = () => {
    reading ??= readQueues(db).finally(() => {
      reading = null;
    });
    return reading;
  };

  metrics.gauges("thumbsmith_database_up", {
    help: "Whether the database answers.",
    read: async () => ({ "": (await queues()) ? 1 : 0 }),
  });
  metrics.gauges("thumbsmith_queue_length", {
    help: "Rows that wait to be worked on, also until a later moment.",
    label: "queue",
    read: async () => (await queues()).waiting,
  });
  metrics.gauges("thumbsmith_queue_delay_seconds", {
    help: "For how long the row that is due longest has been due; of runs, how long the oldest unfinished one lasts.",
    label: "queue",
    read: async () => (await queues()).late,
  });
  metrics.gauges("thumbsmith_ai_keys", {
    help: "Active keys: those that the image model in use takes, those resting there because of a quota, and those refused by the provider.",
    label: "state",
    read: async () => {
      const { active, resting, refused } = await countKeys(db, (await readModelsInUse(platform)).imageModel);
      return { usable: active - resting - refused, resting, refused };
    },
  });
}

/** What waits for the owner, who may have missed the mail. All processes of a shop tell the same. */
export function ownerGauges(platform: Platform): void {
  const { metrics, db } = platform;
  metrics.gauges("thumbsmith_owner_matters", {
    help: "What only the owner can see to: payments of no order and refused refunds of 30 days, open disputes, a webhook that PayPal lacks.",
    label: "matter",
    read: async () => ({
      ...(await readMatters(db)),
      "missing-webhook": (await lacksWebhook(platform)) ? 1 : 0,
    }),
  });
  metrics.gauges("thumbsmith_mails_failed", {
    help: "Mails of the log that were given up and can be sent again, or whose link ended in the last week.",
    read: async () => ({ "": await countFailedMails(db) }),
  });
  metrics.gauges("thumbsmith_spending_limit_ratio", {
    help: "How much of the owner's daily limit of spending is used or set aside; 0 without a limit.",
    read: async () => ({ "": await spendingShare(platform) }),
  });
}
