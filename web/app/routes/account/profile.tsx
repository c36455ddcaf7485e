import { listUsers } from "#contract/users.ts";
import { pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { ownUserInput } from "#web/features/accounts/own-user.ts";
import { ProfileScreen } from "#web/features/accounts/profile-screen.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Route } from "./+types/profile";

export const meta = pageTitle("Profile");

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer({ context, request });
  return { users: await undefinedOnError(pageApi(context)(listUsers, ownUserInput(viewer.userEmail))) };
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Profile" description="Who you are here, and how you sign in." />
      <ProfileScreen place="customer" loaded={loaderData.users} />
    </>
  );
}
