import { ApiError, told } from "#web/api/client.ts";

/** Asks for a file in the place of a call's answer. Throws as `api` does. */
export async function fetchFile(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { credentials: "same-origin", ...init }).catch(lost);
  told(response.status);
  if (!response.ok) throw new ApiError(response.status, (await response.json().catch(() => null)) ?? {});
  return response;
}

/** The connection ended before all of it was here. */
export function lost(): never {
  throw new ApiError(0, {});
}
