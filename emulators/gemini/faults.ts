import { createFaultList } from "../fault-list.ts";

/**
 * What can go wrong with a call, each as Google or the network between would do it.
 * - Refusals, with Google's error body: invalid-argument … deadline-exceeded. rate-limited names a minute's quota,
 *   quota-per-day the day's beside it, both with RetryInfo (`retrySeconds`, 7 without); rate-limited-plain has no
 *   details at all, nor have credits-depleted and spending-cap, of a project without money.
 * - Transport: hang never answers, slow waits for `delayMs`, reset and reset-mid-body cut the connection,
 *   truncated-json, html (a proxy's page with 502), html-ok (the same with 200) and empty-body garble it.
 * - 200 without an image: blocked prompts, refused candidates, text only, no content, image parts left empty. nonsense
 *   keeps to no schema, other-language keeps to it in words that are not there.
 * - 200 with an unusual image: thoughts with drafts in front, several images of which the last is meant, other
 *   shapes, formats and sizes, bytes that are no image, a MIME type that lies, provenance metadata, letters that
 *   misspell the title.
 */
export const geminiFaults = [
  "invalid-argument",
  "api-key-invalid",
  "api-key-expired",
  "key-leaked",
  "permission-denied",
  "location-unsupported",
  "model-not-found",
  "rate-limited",
  "rate-limited-plain",
  "quota-per-day",
  "credits-depleted",
  "spending-cap",
  "internal",
  "unavailable",
  "deadline-exceeded",
  "hang",
  "slow",
  "reset",
  "reset-mid-body",
  "truncated-json",
  "html",
  "html-ok",
  "empty-body",
  "blocked-safety",
  "blocked-prohibited",
  "no-candidates",
  "safety",
  "image-safety",
  "prohibited-content",
  "recitation",
  "no-image",
  "max-tokens",
  "no-content",
  "text-only",
  "empty-text",
  "nonsense",
  "other-language",
  "thought-images",
  "several-images",
  "square-image",
  "tall-image",
  "small-image",
  "png-image",
  "webp-image",
  "huge-image",
  "noisy-image",
  "wrong-mime-type",
  "corrupt-base64",
  "garbage-image",
  "cut-image",
  "empty-data",
  "provenance",
  "misspelt",
] as const;
export type GeminiFault = (typeof geminiFaults)[number];

/** Which calls a fault strikes; what isn't named matches every call. */
export type FaultMatch = {
  /** A whole key. */
  key?: string | undefined;
  model?: string | undefined;
  /** Part of the prompt. */
  contains?: string | undefined;
};

export type FaultRule = {
  id: number;
  match: FaultMatch;
  fault: GeminiFault;
  /** How many calls it still strikes; null for all. */
  left: number | null;
  /** Waited for before anything else happens, in milliseconds. */
  delayMs: number;
  /** What RetryInfo says, in seconds. */
  retrySeconds: number;
};

export type FaultList = ReturnType<typeof createFaults>;

export function createFaults() {
  const { add, ...faults } = createFaultList<FaultRule, { key: string; model: string; prompt: string }>(
    ({ match }, { key, model, prompt }) =>
      (match.key === undefined || match.key === key) &&
      (match.model === undefined || match.model === model) &&
      (match.contains === undefined || prompt.includes(match.contains)),
  );
  let lastId = 0;
  return {
    ...faults,
    add: (rule: Omit<FaultRule, "id">): FaultRule => {
      lastId += 1;
      const added = { ...rule, id: lastId };
      add(added);
      return added;
    },
  };
}
