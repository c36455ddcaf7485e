import { ApiError } from "#web/api/client.ts";
import type { Failure } from "#web/ui/editing/failure-notice.tsx";

/** A screen's text for a failed call; as a function where the text itself carries what the server said. */
export type FailureTitle = string | ((message: string, error: ApiError) => string);

/** The screen's own text for a failed call, with the server's below it where it says more. */
export function failureOf(error: unknown, title: FailureTitle, offlineTitle: FailureTitle = title): Failure {
  if (!(error instanceof ApiError)) throw error;
  const chosen = error.status === 0 ? offlineTitle : title;
  if (typeof chosen === "function") return { title: chosen(error.message, error) };
  return error.message === chosen ? { title: chosen } : { title: chosen, detail: error.message };
}
