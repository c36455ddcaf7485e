import type { ReactNode } from "react";
import { Link } from "react-router";
import { Anchor } from "#web/ui/elements/text.tsx";

const userPath = (id: string) => `/admin/users/${id}`;

/** A name or an e-mail that leads to its person's page; plain text where nobody has it. */
export function UserLink({ id, children }: { id: string | null | undefined; children: ReactNode }) {
  if (!id) return <bdi>{children}</bdi>;
  return (
    <Anchor component={Link} to={userPath(id)} inherit style={{ overflowWrap: "anywhere" }}>
      <bdi>{children}</bdi>
    </Anchor>
  );
}
