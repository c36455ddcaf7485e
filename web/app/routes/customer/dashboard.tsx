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
  const { user, shop } = useViewer();
  const returning = recent?.body.data.some(({ stage }) => stage === "done") ?? false;
  const cards = <DashboardCards small={returning} />;
  const generations = (
    <RecentGenerations loaded={recent} credits={(user?.currentBalance ?? 0) >= shop.minimumBalance} />
  );
  return (
    <div className={css.dashboard}>
      {user && (
        <DashboardHero
          user={user}
          minimumBalance={shop.minimumBalance}
          returning={returning}
          picture={returning ? null : <LatestPair loaded={recent} />}
        />
      )}
      {returning ? generations : cards}
      {returning ? cards : generations}
    </div>
  );
}
