import type { ApiAnswer } from "#contract/call.ts";
import { listGenerations } from "#contract/generations.ts";
import { listPackages } from "#contract/packages.ts";
import { pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { DashboardCards } from "#web/features/dashboard/cards.tsx";
import { DashboardHero } from "#web/features/dashboard/hero.tsx";
import { LatestPair, RecentGenerations, recentQuery } from "#web/features/generations/recent-generations.tsx";
import { mayBuy } from "#web/features/shell/may-buy.ts";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PackageCards } from "#web/ui/package-cards.tsx";
import type { Route } from "./+types/dashboard";
import css from "./dashboard.module.css";

export const meta = pageTitle("Dashboard");

export async function loader({ context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const recent = await undefinedOnError(api(listGenerations, { query: recentQuery }));
  const packages = hasPair(recent) ? undefined : await undefinedOnError(api(listPackages, {}));
  return { recent, packages };
}

const hasPair = (recent: ApiAnswer<typeof listGenerations> | undefined) =>
  recent?.body.data.some(({ stage }) => stage === "done") ?? false;

export default function Dashboard({ loaderData: { recent, packages } }: Route.ComponentProps) {
  const { user, shop } = useViewer();
  const returning = hasPair(recent);
  // Whoever has nothing to make the first pair with chooses here, without a page in between.
  const isShort = user !== null && user.currentBalance < shop.minimumBalance && mayBuy(user);
  const offer = isShort ? (packages?.body ?? []) : [];
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
      {offer.length > 0 && (
        <section aria-labelledby="packages-title">
          <h2 id="packages-title" className={css.title}>
            Packages
          </h2>
          <PackageCards packages={offer} shop={shop} level={3} />
        </section>
      )}
      {returning ? generations : cards}
      {returning ? cards : generations}
    </div>
  );
}
