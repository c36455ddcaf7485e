import { listPackages } from "#contract/packages.ts";
import { pageApi } from "#web/api/page-api.ts";
import { orLater } from "#web/api/query.tsx";
import { PackageChoice } from "#web/features/packages/package-choice.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Route } from "./+types/select-package";

export const meta = pageTitle("Upgrade Package");

export async function loader({ context, request }: Route.LoaderArgs) {
  const [, packages] = await Promise.all([
    requireViewer({ context, request }),
    orLater(pageApi(context)(listPackages, {})),
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
