import { useState } from "react";
import { useLocation } from "react-router";
import { connectYoutube, type YoutubePurpose } from "#contract/youtube.ts";
import { api } from "#web/api/client.ts";
import { withParams } from "#web/ui/query-in-url.ts";

/** Leads to Google's page of consent, whose answer leads back to the screen as it is now. */
export function useConnect() {
  const { pathname, search } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function connect(purpose: YoutubePurpose): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const returnTo = `${pathname}${withParams(search, { youtube: "" })}`;
      const { url } = (await api(connectYoutube, { body: { purpose, returnTo } })).body.data;
      // It stays busy: the browser is on its way.
      location.assign(url);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  }
  return { connect, isBusy, problem };
}
