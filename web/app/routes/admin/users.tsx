import { UserDirectory } from "#web/features/admin-users/user-directory.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";

export const meta = pageTitle("User Directory");

export default function AdminUsers() {
  return <UserDirectory />;
}
