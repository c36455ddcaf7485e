import { ApiError } from "#web/api/client.ts";
import { listFailure } from "#web/api/list-failure.ts";

/** The session names nobody any more, so that it can't be said whose orders to list. */
export const emailNotFound = "User email not found";

/** The documented text of a list that could not be loaded; undefined while nothing failed. */
export function loadFailure(error: unknown): string | undefined {
  if (!error) return undefined;
  if (error instanceof ApiError && error.status === 401) return emailNotFound;
  return listFailure(error);
}
