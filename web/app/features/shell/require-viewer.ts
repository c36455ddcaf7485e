import { type RouterContextProvider, redirect } from "react-router";
import { getViewer, type ViewerRecord } from "#contract/accounts.ts";
import { pageApi } from "#web/api/loaders.ts";

/**
 * The signed-in person, for the loader of a page that needs one. Anyone else goes to /login, which brings them
 * back here afterwards.
 */
export async function requireViewer(args: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): Promise<ViewerRecord> {
  const { data } = (await pageApi(args.context)(getViewer, {})).body;
  if (data.user) return data.user;
  throw redirect(loginPath(args.request.url));
}

/** The sign-in page that leads back to the page of this address, also when its data alone was asked for. */
export function loginPath(address: string): string {
  const url = new URL(address);
  if (url.searchParams.has("_routes")) url.searchParams.delete("_routes");
  const pathname = url.pathname.replace(/\/_\.data$/, "/").replace(/\.data$/, "");
  return `/login?from=${encodeURIComponent(pathname + url.search)}`;
}

/** The sign-in screens are for those who are not signed in; anyone else goes to the dashboard. */
export async function redirectSignedIn(context: Readonly<RouterContextProvider>): Promise<void> {
  const { data } = (await pageApi(context)(getViewer, {})).body;
  if (data.user) throw redirect("/user/dashboard");
}
