import { CouponsPanel } from "#web/features/admin-coupons/coupons-panel.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

export const meta = pageTitle("Coupons");

export default function Coupons() {
  return (
    <CouponsPanel
      currency={useViewer().shop.currency}
      heading={(add) => (
        <PageHeader title="Coupons" description="Codes that buyers enter at the checkout." actions={add} />
      )}
    />
  );
}
