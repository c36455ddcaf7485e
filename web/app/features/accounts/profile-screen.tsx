import { type ReactNode, Suspense, useEffect } from "react";
import { ChangePassword } from "#web/features/accounts/change-password.tsx";
import {
  type ProfilePlace,
  profileToasts,
  type UsersAnswer,
  useOwnUser,
} from "#web/features/accounts/own-user.ts";
import { PersonalInformation } from "#web/features/accounts/personal-information.tsx";
import { ProfilePhoto } from "#web/features/accounts/profile-photo.tsx";
import { Card, Stack } from "#web/ui/elements/layout.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { lateComponent } from "#web/ui/late-component.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { gone } from "#web/ui/use-part.ts";

const WaysIn = lateComponent(
  async () => (await import("#web/features/accounts/ways-in.tsx")).WaysIn,
  () => <ErrorState compact title="How you sign in could not be loaded." {...gone} />,
);

const loadFailures: Record<ProfilePlace, { title: string; message?: string }> = {
  customer: { title: "Error loading user data" },
  "back-office": {
    title: "Failed to load user data",
    message: "User data could not be loaded. Please try again later.",
  },
};

/** The one profile form of the shop: photo, personal information, password, factors, sessions, own data. */
export function ProfileScreen(props: {
  place: ProfilePlace;
  loaded?: UsersAnswer | undefined;
  /** The channel that the person has connected. */
  channel?: ReactNode;
}) {
  const { place, loaded, channel } = props;
  const { record, failed, refetch, adopt } = useOwnUser(loaded);
  const missing = failed && !record;

  useEffect(() => {
    if (missing) profileToasts(place).error(loadFailures[place].title);
  }, [missing, place]);

  if (missing) return <ErrorState {...loadFailures[place]} onRetry={() => void refetch()} />;
  if (!record) return <ProfileSkeleton />;
  return (
    <Stack gap="lg" maw="48rem">
      <Card>
        <ProfilePhoto record={record} place={place} onSaved={adopt} />
      </Card>
      <Card>
        <PersonalInformation record={record} place={place} onSaved={adopt} />
      </Card>
      <Card>
        <ChangePassword place={place} />
      </Card>
      <Suspense fallback={<Skeleton height={900} radius="lg" />}>
        <WaysIn place={place} channel={channel} />
      </Suspense>
    </Stack>
  );
}

function ProfileSkeleton() {
  return (
    <Stack gap="lg" maw="48rem">
      <Status className="visually-hidden">Loading your profile</Status>
      <Skeleton height={144} radius="lg" />
      <Skeleton height={620} radius="lg" />
      <Skeleton height={300} radius="lg" />
    </Stack>
  );
}
