import { pageTitle } from "#web/features/session/page-title.ts";
import { UserDirectory } from "#web/features/user-directory/user-directory.tsx";

export const meta = pageTitle("User Directory");

export default function AdminUsers() {
  return <UserDirectory />;
}
