import { ApiError } from "#web/api/client.ts";

/** Why a list could not be loaded, as documented: the status of an answer, or what the connection said. */
export function listFailure(error: unknown): string {
  if (error instanceof ApiError && error.status > 0) return `HTTP error! Status: ${error.status}`;
  return `Failed to fetch data: ${error instanceof Error ? error.message : String(error)}`;
}
