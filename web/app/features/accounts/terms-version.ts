import { useState } from "react";
import type { ApiClient } from "#contract/call.ts";
import { getPage } from "#contract/pages.ts";
import { hasCode } from "#web/api/client.ts";

export async function readTermsVersion(api: ApiClient): Promise<number> {
  return (await api(getPage, { params: { slug: "terms" } })).body.data.version;
}

/**
 * The version of the terms that a form offers, from its page's loader. `takeNew` answers whether the server refused it for a
 * newer one, which is offered from then on: the page is not loaded anew, so that what was typed stays.
 */
export function useTermsVersion(loaded: number) {
  const [version, setVersion] = useState(loaded);
  function takeNew(error: unknown): boolean {
    if (!hasCode(error, "STALE_VERSION")) return false;
    setVersion((error.data as { version: number }).version);
    return true;
  }
  return { version, takeNew };
}
