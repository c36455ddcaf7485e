import { ApiError } from "#web/api/client.ts";

/** The session names nobody any more, so that it can't be said whose orders to list. */
export const emailNotFound = "User email not found";

/** The documented text of a list that could not be loaded; undefined while nothing failed. */
export function loadFailure(error: unknown): string | undefined {
  if (!error) return undefined;
  if (error instanceof ApiError && error.status === 401) return emailNotFound;
  if (error instanceof ApiError && error.status > 0) return `HTTP error! Status: ${error.status}`;
  return `Failed to fetch data: ${error instanceof Error ? error.message : String(error)}`;
}
