import { Outlet, useRouteLoaderData } from "react-router";
import { pageApi } from "#web/api/page-api.ts";
import { PageFault, statusOf } from "#web/features/shell/page-fault.tsx";
import { loadFrame } from "#web/features/site/load-blocks.ts";
import { PublicFrame } from "#web/features/site/public-frame.tsx";
import site from "#web/features/site/site.module.css";
import type { Route } from "./+types/layout";

export async function loader({ context }: Route.LoaderArgs) {
  return loadFrame(pageApi(context));
}

/** Footer and settings are believed for an hour; in milliseconds. */
const believed = 3_600_000;
let loadedAt = Date.now();

export function shouldRevalidate() {
  if (Date.now() - loadedAt < believed) return false;
  loadedAt = Date.now();
  return true;
}

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  return (
    <PublicFrame {...loaderData}>
      <Outlet />
    </PublicFrame>
  );
}

/** A page that failed keeps header and footer around it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("routes/public/layout");
  if (!data) return <PageFault status={statusOf(error)} standalone />;
  return (
    <PublicFrame {...data}>
      <div className={site.container}>
        <PageFault status={statusOf(error)} />
      </div>
    </PublicFrame>
  );
}
