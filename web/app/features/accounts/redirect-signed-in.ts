import { type RouterContextProvider, redirect } from "react-router";
import { getViewer } from "#contract/accounts.ts";
import { pageApi } from "#web/api/page-api.ts";

/** The sign-in screens are for those who are not signed in; anyone else goes to the dashboard. */
export async function redirectSignedIn(context: Readonly<RouterContextProvider>): Promise<void> {
  const { data } = (await pageApi(context)(getViewer, {})).body;
  if (data.user) throw redirect("/user/dashboard");
}
