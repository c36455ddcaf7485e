import { mostKeys } from "#contract/api-keys.ts";
import { documentBytes, mostLayers } from "#contract/design-document.ts";
import { mostDesigns } from "#contract/designs.ts";
import { type ErrorCode, errorTable } from "#contract/errors.ts";
import { mostStreams } from "#contract/event-streams.ts";
import { receiverLines, startReceiverLines } from "#contract/examples/webhooks.ts";
import { mostCounted } from "#contract/fields.ts";
import {
  instructionMaxLength,
  mostReferencesOfGeneration,
  mostRefusedADay,
  mostRefusedAnHour,
  promptMaxLength,
} from "#contract/generation-options.ts";
import { keyLifetimes } from "#contract/key-lifetimes.ts";
import { mostReferences, referenceBytes, referenceQuotaBytes } from "#contract/references.ts";
import {
  deliveryDays,
  maxWebhooks,
  secretOverlapHours,
  sendLimit,
  webhookFailingDays,
} from "#contract/webhooks.ts";
import { adviceOf, everyCallsErrors } from "#web/features/developers/error-advice.ts";
import type { Reference } from "#web/features/developers/reference.ts";

/** From nothing to two thumbnails on the disk, with words also where the shop's default is text. `ts_your_key` is what the reader puts theirs in place of. */
const startLines = (origin: string) => `export SHOP=${origin} KEY=ts_your_key
RUN=$(curl -s "$SHOP/api/generations" -H "Authorization: Bearer $KEY" -H "Idempotency-Key: my-first-run" -H "Content-Type: application/json" -d '{"title":"14 Hours on a Night Train","niche":"travel","style":"bold","words":"drawn"}' | grep -o '[0-9a-f]\\{24\\}')
curl -sN "$SHOP/api/generations/$RUN/events" -H "Authorization: Bearer $KEY"
curl -sf "$SHOP/api/generations/$RUN/images/1" -H "Authorization: Bearer $KEY" -o thumbnail-1.png
curl -sf "$SHOP/api/generations/$RUN/images/2" -H "Authorization: Bearer $KEY" -o thumbnail-2.png`;

/** For whoever finds a key where it should not be: it needs nothing but the key. */
const revokeLines = (origin: string) =>
  `curl -X POST "${origin}/api/keys/revoke" -H "Content-Type: application/json" -d '{"key":"ts_the_key_that_was_found"}'`;

const count = (value: number) => value.toLocaleString("en-US");
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;

/**
 * What the page says beside the calls, from the numbers that the server holds them to. For the loader on the server: the
 * browser gets the words alone.
 */
export function factsOf(reference: Reference, origin: string, runsAtOnce: number) {
  return {
    start: startLines(origin),
    revoke: revokeLines(origin),
    keyLifetimes: keyLifetimes.join(", "),
    mostKeys,
    callsAMinute: count(reference.callsAMinute),
    limits: [
      ["Calls of one key", `${count(reference.callsAMinute)} a minute`],
      ["Runs under way at once", count(runsAtOnce)],
      ["Runs in 24 hours", "as many as the shop has set"],
      ["Runs that the AI service refused", `${mostRefusedAnHour} an hour, ${mostRefusedADay} in 24 hours`],
      ["Streams of one call at once", count(mostStreams)],
      ["Messages sent again and tests together", `${count(sendLimit.max)} an hour`],
      ["References that one run shows the model", count(mostReferencesOfGeneration)],
      ["Characters of a prompt", count(promptMaxLength)],
      ["Characters of an instruction", count(instructionMaxLength)],
      ["References", `${mostReferences}, of ${megabytes(referenceBytes)} each`],
      ["All references together", megabytes(referenceQuotaBytes)],
      ["Designs", count(mostDesigns)],
      ["A design's document", `${documentBytes / 1024} kB as JSON, ${mostLayers} layers`],
      ["Webhooks", count(maxWebhooks)],
      ["Entries of one page of a list", "100; 1,000 without page"],
      ["A list's total is exact up to", count(mostCounted)],
    ] as [string, string][],
    errors: errorsOf(reference),
    webhooks: {
      receiver: receiverLines,
      startReceiver: startReceiverLines,
      failingDays: webhookFailingDays,
      deliveryDays,
      overlapHours: secretOverlapHours,
    },
  };
}

export type Facts = ReturnType<typeof factsOf>;

function errorsOf({ groups }: Reference) {
  const ofCalls = groups.flatMap(({ calls }) => calls.flatMap(({ errors }) => errors as ErrorCode[]));
  return [...new Set([...everyCallsErrors, ...ofCalls])]
    .map((code) => ({ code, ...errorTable[code], advice: adviceOf(code) }))
    .sort((a, b) => a.status - b.status);
}
