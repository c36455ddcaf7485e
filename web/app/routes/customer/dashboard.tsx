import { listGenerations } from "#contract/generations.ts";
import { pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { DashboardCards } from "#web/features/dashboard/cards.tsx";
import { DashboardHero } from "#web/features/dashboard/hero.tsx";
import { LatestPair, RecentGenerations, recentQuery } from "#web/features/generations/recent-generations.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import type { Route } from "./+types/dashboard";
import css from "./dashboard.module.css";

export const meta = pageTitle("Dashboard");

export async function loader({ context }: Route.LoaderArgs) {
  return { recent: await undefinedOnError(pageApi(context)(listGenerations, { query: recentQuery })) };
}

export default function Dashboard({ loaderData: { recent } }: Route.ComponentProps) {
  const { user } = useViewer();
  return (
    <div className={css.dashboard}>
      {user && <DashboardHero user={user} picture={<LatestPair loaded={recent} />} />}
      <DashboardCards />
      <RecentGenerations loaded={recent} />
    </div>
  );
}
