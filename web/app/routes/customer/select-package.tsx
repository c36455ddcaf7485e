import { Info } from "lucide-react";
import type { ApiAnswer } from "#contract/call.ts";
import { listPackages } from "#contract/packages.ts";
import { pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { useCall } from "#web/api/query.tsx";
import { mayBuy } from "#web/features/shell/may-buy.ts";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Loader, Skeleton } from "#web/ui/elements/waiting.tsx";
import styles from "#web/ui/package-cards.module.css";
import { PackageCards } from "#web/ui/package-cards.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import type { Route } from "./+types/select-package";

export const meta = pageTitle("Upgrade Package");

export async function loader({ context, request }: Route.LoaderArgs) {
  const [, packages] = await Promise.all([
    requireViewer({ context, request }),
    undefinedOnError(pageApi(context)(listPackages, {})),
  ]);
  return { packages };
}

export default function SelectPackage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Flexible Pricing Plans That Your Needs"
        description="Choose the plan that best fits your needs."
      />
      <PackageChoice loaded={loaderData.packages} />
    </>
  );
}

/** The packages that a signed-in person may choose from. */
function PackageChoice({ loaded }: { loaded: ApiAnswer<typeof listPackages> | undefined }) {
  const { user, shop } = useViewer();
  const packages = useCall(listPackages, {}, { loaded });

  if (!packages.data && packages.isError) {
    return (
      <ErrorState
        title="Failed to fetch packages"
        message={packages.error.message}
        onRetry={() => void packages.refetch()}
      />
    );
  }
  if (!packages.data) {
    return (
      <>
        <Status>
          <Loader size={18} aria-hidden /> Loading...
        </Status>
        <div className={styles.cards} aria-hidden>
          {["first", "second", "third"].map((place) => (
            <Skeleton key={place} height="20rem" maw="28rem" radius="xl" />
          ))}
        </div>
      </>
    );
  }
  const seller = !mayBuy(user);
  if (packages.data.length === 0) {
    return <EmptyState title="No packages available. Please add packages to display." />;
  }
  return (
    <>
      {seller && (
        <Alert color="accent" icon={<Info size={20} aria-hidden />} mb="xl">
          Sellers cannot purchase products
        </Alert>
      )}
      <PackageCards packages={packages.data} shop={shop} level={2} canBuy={!seller} />
    </>
  );
}
