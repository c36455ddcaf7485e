import { Coins, KeyRound, Mail, Pencil } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { displayAmount } from "#contract/money.ts";
import { getUserSummary, type UserSummary } from "#contract/user-page.ts";
import { statusOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { ChangeBalance } from "#web/features/admin-users/change-balance.tsx";
import { factorsText, RemoveFactors } from "#web/features/admin-users/remove-factors.tsx";
import { SendMessageModal } from "#web/features/admin-users/send-message-modal.tsx";
import { MembershipEnd } from "#web/features/admin-users/user-cells.tsx";
import { UserTimeline } from "#web/features/admin-users/user-timeline.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Card } from "#web/ui/elements/layout.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { type Fact, FactList } from "#web/ui/fact-list.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { displayMicros } from "#web/ui/micros.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import type { Route } from "./+types/user";

export const meta = pageTitle("User");

export default function AdminUser({ params }: Route.ComponentProps) {
  return <UserPage key={params.id} id={params.id} />;
}

/** One person: what stands, and everything that happened. */
function UserPage({ id }: { id: string }) {
  const found = useCall(getUserSummary, { params: { id } });
  const summary = found.data;
  const [changing, setChanging] = useState(false);
  const [writing, setWriting] = useState(false);
  const [removing, setRemoving] = useState(false);
  const isUnknown = statusOf(found.error) === 404;
  const name = summary?.user.userName || "User";
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[
          { label: "Admin", to: "/admin/dashboard" },
          { label: "Users", to: "/admin/users" },
          { label: name },
        ]}
        description={summary && !summary.erasedAt && summary.user.userEmail}
        actions={
          summary &&
          !summary.erasedAt && (
            <Actions
              summary={summary}
              onChange={() => setChanging(true)}
              onWrite={() => setWriting(true)}
              onRemoveFactors={() => setRemoving(true)}
            />
          )
        }
      />
      {found.isPending && <Skeleton height={320} aria-label="Loading user..." />}
      {isUnknown && (
        <EmptyState
          title="Nobody has this address"
          action={
            <Button component={Link} to="/admin/users">
              User Directory
            </Button>
          }
        >
          There is no account with this id.
        </EmptyState>
      )}
      {found.isError && !isUnknown && (
        <ErrorState
          title="The user could not be loaded"
          message={found.error.message}
          onRetry={() => found.refetch()}
        />
      )}
      {summary?.erasedAt && (
        <Alert mb="lg" title="This account was erased">
          On <FormattedDate at={summary.erasedAt} />. Its personal data is gone; orders and credit bookings
          stay under a pseudonym.
        </Alert>
      )}
      {summary && (
        <>
          <Card mb="lg">
            <Facts summary={summary} />
          </Card>
          <UserTimeline id={id} counts={summary.counts} />
          <ChangeBalance user={changing ? summary.user : null} onClose={() => setChanging(false)} />
          <RemoveFactors user={removing ? summary.user : null} onClose={() => setRemoving(false)} />
          <SendMessageModal to={writing ? summary.user.userEmail : null} onClose={() => setWriting(false)} />
        </>
      )}
    </>
  );
}

function Actions(props: {
  summary: UserSummary;
  onChange: () => void;
  onWrite: () => void;
  onRemoveFactors: () => void;
}) {
  const { user, factors } = props.summary;
  const viewer = useViewer();
  const canRemoveFactors = (factors.totp || factors.passkeys > 0) && viewer.user?._id !== user._id;
  return (
    <>
      <Button leftSection={<Coins size={16} aria-hidden />} onClick={props.onChange}>
        Change balance
      </Button>
      <Button variant="default" leftSection={<Mail size={16} aria-hidden />} onClick={props.onWrite}>
        Send Message
      </Button>
      <Button
        component={Link}
        to={`/admin/users?q=${encodeURIComponent(user.userEmail)}`}
        variant="default"
        leftSection={<Pencil size={16} aria-hidden />}
      >
        Edit in the directory
      </Button>
      {canRemoveFactors && (
        <Button
          variant="default"
          leftSection={<KeyRound size={16} aria-hidden />}
          onClick={props.onRemoveFactors}
        >
          Take off second factor
        </Button>
      )}
    </>
  );
}

function Facts({ summary }: { summary: UserSummary }) {
  const { user, held, debt, paid, modelCosts, erasedAt } = summary;
  const place = [user.address, user.city, user.country].filter(Boolean).join(", ");
  const facts: Fact[] = [["Balance", user.currentBalance.toLocaleString("en-US")]];
  if (held > 0) facts.push(["Set aside for runs", held.toLocaleString("en-US")]);
  if (debt > 0) facts.push(["Owed credits", debt.toLocaleString("en-US")]);
  facts.push([
    "Paid",
    paid.map(({ amount, currency }) => displayAmount(amount, currency)).join(", ") || "Nothing yet",
  ]);
  if (modelCosts.length > 0)
    facts.push([
      "Models' cost",
      modelCosts.map(({ costMicros, currency }) => displayMicros(costMicros, currency)).join(", "),
    ]);
  if (!erasedAt) {
    facts.push(
      ["Membership", <Membership key="m" user={user} />],
      [
        "Role",
        <Badge key="r" color={user.disabled ? "red" : "gray"}>
          {user.disabled ? "disabled" : user.userRole}
        </Badge>,
      ],
      ["Second factor", factorsText(summary.factors)],
      ["Address", place || "None"],
      ["Phone", user.phone || "None"],
    );
  }
  facts.push(["Joined", <FormattedDate key="j" at={user.createdAt} />]);
  return <FactList facts={facts} column="7.5rem" />;
}

function Membership({ user }: { user: UserSummary["user"] }) {
  return (
    <>
      <Badge color={user.userMembership === "free" ? "gray" : "green"}>{user.userMembership}</Badge>
      {user.MembershipValidity && (
        <>
          {" "}
          <MembershipEnd at={user.MembershipValidity} />
        </>
      )}
    </>
  );
}
