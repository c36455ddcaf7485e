import { Outlet, useRouteLoaderData } from "react-router";
import { getFooter } from "#contract/footer.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { Area } from "#web/features/shell/area.tsx";
import { CheckoutShell } from "#web/features/shell/checkout-shell.tsx";
import { PageFault, statusOf } from "#web/features/shell/page-fault.tsx";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import type { Route } from "./+types/layout";

export async function loader({ context, request }: Route.LoaderArgs) {
  const [, footer] = await Promise.all([
    requireViewer({ context, request }),
    undefinedOnError(pageApi(context)(getFooter, {})),
  ]);
  return { footer };
}

export const shouldRevalidate = revalidateOnPathChange;

export default function CheckoutLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Area>
      <CheckoutShell footer={loaderData.footer}>
        <Outlet />
      </CheckoutShell>
    </Area>
  );
}

/** A page that is not there, or that failed, keeps the shell around it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("routes/checkout/layout");
  if (!data) return <PageFault status={statusOf(error)} standalone />;
  return (
    <Area>
      <CheckoutShell footer={data.footer}>
        <PageFault status={statusOf(error)} />
      </CheckoutShell>
    </Area>
  );
}
