import { data, Outlet, redirect, useRouteLoaderData } from "react-router";
import { getFooter } from "#contract/footer.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { useStaleAfterWrites } from "#web/api/query.tsx";
import { AdminSearch } from "#web/features/admin-search/admin-search.tsx";
import { AdminShell, adminMenu, mayEnterAdmin, NotAuthorized } from "#web/features/shell/admin-shell.tsx";
import { Area } from "#web/features/shell/area.tsx";
import { PageFault, statusOf } from "#web/features/shell/page-fault.tsx";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { SupportLive } from "#web/features/shell/support-live.tsx";
import { cookieValue } from "#web/ui/color-scheme.ts";
import { sidebarCookie } from "#web/ui/sidebar-shell.tsx";
import type { Route } from "./+types/layout";
import { panels } from "./settings/panels.tsx";

/**
 * Lets in the signed-in staff; the server checks every call besides. `url` is the page's: the request's own path ends
 * in .data on a navigation within the area.
 */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ context, request });
  if (viewer.owesFactor) throw redirect("/profile?factor=required");
  if (!mayEnterAdmin(viewer.userRole, url.pathname)) throw data(null, { status: 403 });
  const footer = await undefinedOnError(pageApi(context)(getFooter, {}));
  return {
    footer,
    isAdmin: viewer.userRole === "Admin",
    collapsed: cookieValue(request.headers.get("cookie"), sidebarCookie) !== "open",
  };
}

export const shouldRevalidate = revalidateOnPathChange;

/** What the search leads to without asking the server. */
const screens = [
  ...adminMenu("Admin"),
  ...panels.map(({ key, label, icon }) => ({ to: `/admin/settings?panel=${key}`, label, icon })),
];

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Area>
      <StaleAfterWrites />
      <SupportLive>
        <AdminShell footer={loaderData.footer} collapsed={loaderData.collapsed}>
          {loaderData.isAdmin && <AdminSearch screens={screens} />}
          <Outlet />
        </AdminShell>
      </SupportLive>
    </Area>
  );
}

function StaleAfterWrites() {
  useStaleAfterWrites();
  return null;
}

/** An unknown or failed page keeps the shell around it; a forbidden one has none. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("routes/admin/layout");
  const status = statusOf(error);
  if (!data && status !== 403) return <PageFault status={status} standalone />;
  return (
    <Area>
      {data ? (
        <AdminShell footer={data.footer} collapsed={data.collapsed}>
          <PageFault status={status} />
        </AdminShell>
      ) : (
        <NotAuthorized />
      )}
    </Area>
  );
}
