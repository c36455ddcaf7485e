import type { RouterContextProvider } from "react-router";
import type { ApiClient } from "#contract/call.ts";
import { pageContext } from "#contract/page-context.ts";

/** The client for a loader that runs on the server. */
export function pageApi(context: Readonly<RouterContextProvider>): ApiClient {
  return context.get(pageContext).api;
}
