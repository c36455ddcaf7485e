import { Overview } from "#web/features/overview/overview.tsx";
import { pageTitle } from "#web/features/session/page-title.ts";
import { useRootData } from "#web/features/session/root-data.ts";
import { UserDirectory } from "#web/features/user-directory/user-directory.tsx";
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
