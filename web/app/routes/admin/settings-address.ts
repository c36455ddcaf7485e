import { redirect } from "react-router";

/** /settings is the short address of the back office's settings. */
export function loader() {
  return redirect("/admin/settings");
}
