import { z } from "zod";
import type { PaypalCaller } from "./client.ts";
import type { PaypalResult } from "./result.ts";

const pageSize = 100;

/** The query of a list's first page. */
export function firstEventsPage(from: Date, until: Date): string {
  const query = {
    page_size: String(pageSize),
    start_time: from.toISOString(),
    end_time: until.toISOString(),
  };
  return new URLSearchParams(query).toString();
}

const page = z.object({
  events: z.array(z.unknown()).nullable().default([]),
  links: z
    .array(z.object({ href: z.string(), rel: z.string() }))
    .catch([])
    .default([]),
});

/** Of the link to the next page only the query is followed, so that the token goes nowhere else. */
export async function listEvents(
  call: PaypalCaller,
  query: string,
): Promise<PaypalResult<{ events: unknown[]; next: string | null }>> {
  const answer = await call({ method: "GET", path: `/v1/notifications/webhooks-events?${query}` }, page);
  if (answer.kind !== "ok") return answer;
  const events = answer.value.events ?? [];
  const next = answer.value.links.find(({ rel }) => rel === "next")?.href.split("?")[1];
  return { ...answer, value: { events, next: next && next !== query && events.length > 0 ? next : null } };
}
