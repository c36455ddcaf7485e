import { lazy, type ReactNode, Suspense } from "react";
import { AccountData } from "#web/features/accounts/account-data.tsx";
import type { ProfilePlace } from "#web/features/accounts/own-user.ts";
import { SecondFactor } from "#web/features/accounts/second-factor.tsx";
import { Sessions } from "#web/features/accounts/sessions.tsx";
import { Card } from "#web/ui/elements/layout.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";

const Passkeys = lazy(() => import("#web/features/accounts/passkeys.tsx"));

/** The profile's lower half, which nobody sees first: factors, the connected channel, sessions, the person's own data. */
export function WaysIn({ place, channel }: { place: ProfilePlace; channel?: ReactNode }) {
  return (
    <>
      <Card>
        <SecondFactor />
      </Card>
      <Card>
        <Suspense fallback={<Skeleton height={160} radius="md" />}>
          <Passkeys />
        </Suspense>
      </Card>
      {channel}
      <Card>
        <Sessions place={place} />
      </Card>
      <Card>
        <AccountData />
      </Card>
    </>
  );
}
