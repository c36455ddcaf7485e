import { type RouterContextProvider, redirect } from "react-router";
import { getViewer, type ViewerRecord } from "#contract/accounts.ts";
import { pageApi } from "#web/api/page-api.ts";

/**
 * The signed-in person, for the loader of a page that needs one. Anyone else goes to /login, which brings them
 * back here afterwards.
 */
export async function requireViewer(args: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): Promise<ViewerRecord> {
  const { data } = await pageApi(args.context)(getViewer, {});
  if (data.data.user) return data.data.user;
  throw redirect(loginPath(args.request.url));
}

/** The sign-in page that leads back to the page of this address. */
export function loginPath(url: string): string {
  const { pathname, search } = new URL(url);
  return `/login?from=${encodeURIComponent(pathname + search)}`;
}
