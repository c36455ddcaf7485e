import { ApiError } from "#web/api/client.ts";

/** The documented text of a list that could not be loaded; undefined while nothing failed. */
export function loadFailure(error: unknown): string | undefined {
  if (!error) return undefined;
  if (error instanceof ApiError && error.status > 0) return `HTTP error! Status: ${error.status}`;
  return `Failed to fetch data: ${error instanceof Error ? error.message : String(error)}`;
}
