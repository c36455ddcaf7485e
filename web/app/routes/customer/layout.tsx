import { Outlet, useRouteLoaderData } from "react-router";
import { getFooter } from "#contract/footer.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { Area } from "#web/features/shell/area.tsx";
import { CustomerShell } from "#web/features/shell/customer-shell.tsx";
import { PageFault, statusOf } from "#web/features/shell/page-fault.tsx";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { SupportLive } from "#web/features/shell/support-live.tsx";
import { cookieValue } from "#web/ui/color-scheme.ts";
import { sidebarCookie } from "#web/ui/sidebar-shell.tsx";
import type { Route } from "./+types/layout";

export async function loader({ context, request }: Route.LoaderArgs) {
  const [, footer] = await Promise.all([
    requireViewer({ context, request }),
    undefinedOnError(pageApi(context)(getFooter, {})),
  ]);
  return { footer, collapsed: cookieValue(request.headers.get("cookie"), sidebarCookie) === "collapsed" };
}

export const shouldRevalidate = revalidateOnPathChange;

export default function CustomerLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Area>
      <SupportLive>
        <CustomerShell {...loaderData}>
          <Outlet />
        </CustomerShell>
      </SupportLive>
    </Area>
  );
}

/** A page that is not there, or that failed, keeps the shell around it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("routes/customer/layout");
  if (!data) return <PageFault status={statusOf(error)} standalone />;
  return (
    <Area>
      <CustomerShell {...data}>
        <PageFault status={statusOf(error)} />
      </CustomerShell>
    </Area>
  );
}
