import { exhausted, type Violation } from "./errors.ts";

/** How many requests a model takes from one key's project. */
export type Quotas = Record<string, { perMinute?: number; perDay?: number }>;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Counts the requests of each key and model apart, as Google does; throws RESOURCE_EXHAUSTED above a quota. */
export function createQuotas(quotas: Quotas): (key: string, model: string) => void {
  const taken = new Map<string, number[]>();
  return (key, model) => {
    const { perMinute = Number.POSITIVE_INFINITY, perDay = Number.POSITIVE_INFINITY } = quotas[model] ?? {};
    const name = `${key} ${model}`;
    const now = Date.now();
    const today = (taken.get(name) ?? []).filter((at) => at > now - day);
    const thisMinute = today.filter((at) => at > now - minute);
    const violations: Violation[] = [];
    if (thisMinute.length >= perMinute)
      violations.push({ quotaId: "GenerateRequestsPerMinutePerProjectPerModel", limit: perMinute });
    if (today.length >= perDay)
      violations.push({ quotaId: "GenerateRequestsPerDayPerProjectPerModel", limit: perDay });
    const free = ((thisMinute[0] ?? now) + minute - now) / 1000;
    if (violations.length > 0) throw exhausted(model, violations, free);
    taken.set(name, [...today, now]);
  };
}
