import { Overview } from "#web/features/admin-dashboard/overview.tsx";
import { UserDirectory } from "#web/features/admin-users/user-directory.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

export const meta = pageTitle("Admin Dashboard");

export default function AdminDashboard() {
  const { user } = useRootData();
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={`Welcome back, ${user?.userName ?? "Admin"}. Press Ctrl+K to find a person, an order or a ticket.`}
      />
      <Overview />
      <UserDirectory nested />
    </>
  );
}
