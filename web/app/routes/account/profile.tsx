import { listUsers } from "#contract/users.ts";
import { pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { ownUserInput } from "#web/features/accounts/own-user.ts";
import { ProfileScreen } from "#web/features/accounts/profile-screen.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { usePart } from "#web/ui/use-part.ts";
import type { Route } from "./+types/profile";

const loadChannel = () => import("#web/features/youtube/youtube-in-profile.tsx");

export const meta = pageTitle("Profile");

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer({ context, request });
  return { users: await undefinedOnError(pageApi(context)(listUsers, ownUserInput(viewer.userEmail))) };
}

/** Its script and what is asked of it come after the rest of the screen. */
function Channel() {
  const { part, failure } = usePart(loadChannel);
  if (failure) return <ErrorState compact title="Your channel could not be loaded." {...failure} />;
  return part && <part.YoutubeInProfile />;
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { shop } = useRootData();
  return (
    <>
      <PageHeader title="Profile" description="Who you are here, and how you sign in." />
      <ProfileScreen place="customer" loaded={loaderData.users} channel={shop.youtube && <Channel />} />
    </>
  );
}
