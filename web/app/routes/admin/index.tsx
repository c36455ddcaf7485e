import { redirect } from "react-router";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import type { Route } from "./+types/index";

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  return redirect(viewer.userRole === "moderator" ? "/admin/support-messages" : "/admin/dashboard");
}
