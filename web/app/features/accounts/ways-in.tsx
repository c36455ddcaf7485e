import type { ReactNode } from "react";
import { AccountData } from "#web/features/accounts/account-data.tsx";
import type { ProfilePlace } from "#web/features/accounts/own-user.ts";
import { Passkeys } from "#web/features/accounts/passkeys.tsx";
import { SecondFactor } from "#web/features/accounts/second-factor.tsx";
import { Sessions } from "#web/features/accounts/sessions.tsx";
import { Card } from "#web/ui/elements/layout.tsx";

/** The profile's lower half, which nobody sees first: factors, the connected channel, sessions, the person's own data. */
export function WaysIn({ place, channel }: { place: ProfilePlace; channel?: ReactNode }) {
  return (
    <>
      <Card>
        <SecondFactor />
      </Card>
      <Card>
        <Passkeys />
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
