import type { UserRecord } from "#contract/users.ts";
import styles from "#web/features/admin-users/admin-users.module.css";
import type { Editing } from "#web/features/admin-users/user-mutations.ts";
import {
  amountOf,
  isBalanceTyped,
  membershipChoices,
  roleChoices,
} from "#web/features/admin-users/user-row.ts";
import { Badge, type BadgeColor } from "#web/ui/badge.tsx";
import { withSlashes } from "#web/ui/date-range.tsx";
import { NativeSelect, TextInput } from "#web/ui/elements/inputs.tsx";
import { FormattedDate, isPast } from "#web/ui/formatted-date.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { UserLink } from "#web/ui/user-link.tsx";

const roleColors: Record<UserRecord["userRole"], BadgeColor> = {
  Admin: "red",
  moderator: "accent",
  Seller: "yellow",
  member: "gray",
};

/** Takes the focus over from the removed edit button. A stable callback ref is called once, when the field mounts. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();

/**
 * A person's picture, only if it is one of the shop's own uploads. A foreign URL would learn the IP address of every
 * admin who looks, and a path of the shop would be requested with the admin's session.
 */
const shownPicture = (url: string | null) =>
  /^\/uploads\/\w+\.\w+$/.test(url ?? "") ? `${url}?width=320` : null;

/** What a name begins with, in place of a picture. */
function initialsOf(name: string): string {
  const [first = "", second] = name.split(/\s+/).map((word) => [...word]);
  return (second ? `${first[0] ?? ""}${second[0] ?? ""}` : [...first].slice(0, 2).join("")).toUpperCase();
}

export function PersonCell({ user, editing }: { user: UserRecord; editing: Editing | null }) {
  return (
    <div className={styles.person}>
      <span className={styles.avatar} aria-hidden>
        <ImageWithFallback src={shownPicture(user.profileURL)} alt="" fallback={initialsOf(user.userName)} />
      </span>
      <div className={styles.who}>
        {editing ? (
          <TextInput
            ref={takeFocus}
            aria-label={`Name of ${user.userEmail}`}
            value={editing.draft.userName}
            maxLength={200}
            onChange={(event) => editing.change({ userName: event.currentTarget.value })}
          />
        ) : (
          <UserLink id={user._id}>{user.userName || user.userEmail}</UserLink>
        )}
        <span className={styles.email}>{user.userEmail}</span>
        {user.disabled && <Badge color="red">disabled</Badge>}
      </div>
    </div>
  );
}

export function BalanceCell({ user, editing }: { user: UserRecord; editing: Editing | null }) {
  // In an element of its own, which a browser that translates pages leaves in its place.
  if (!editing) return <span>{user.currentBalance.toLocaleString("en")}</span>;
  const { currentBalance } = editing.opened;
  const typed = editing.draft.currentBalance.trim();
  const changed = isBalanceTyped(editing.opened, editing.draft);
  const amount = amountOf(typed);
  const becomes = amount === null ? Number(typed) : currentBalance + amount;
  return (
    <div className={styles.stack}>
      <TextInput
        aria-label={`Remaining credit of ${user.userName}`}
        description={
          changed && Number.isFinite(becomes)
            ? `${currentBalance.toLocaleString("en")} → ${becomes.toLocaleString("en")}`
            : "25 sets it, +15 adds, -3 takes"
        }
        descriptionBelow
        value={editing.draft.currentBalance}
        onChange={(event) => editing.change({ currentBalance: event.currentTarget.value })}
      />
      {changed && (
        <TextInput
          aria-label="Reason for the change, shown to the person"
          placeholder="Reason"
          maxLength={500}
          value={editing.draft.reason}
          onChange={(event) => editing.change({ reason: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

export function RoleCell({ user, editing }: { user: UserRecord; editing: Editing | null }) {
  if (!editing) return <Badge color={roleColors[user.userRole]}>{user.userRole}</Badge>;
  return (
    <NativeSelect
      aria-label={`Role of ${user.userName}`}
      data={roleChoices}
      value={editing.draft.userRole}
      onChange={(event) => editing.change({ userRole: event.currentTarget.value as UserRecord["userRole"] })}
    />
  );
}

export function MembershipCell({ user, editing }: { user: UserRecord; editing: Editing | null }) {
  if (!editing) {
    return (
      <>
        <Badge color={user.userMembership === "free" ? "gray" : "green"}>{user.userMembership}</Badge>
        {user.MembershipValidity && (
          <div className={styles.email}>
            <MembershipEnd at={user.MembershipValidity} />
          </div>
        )}
      </>
    );
  }
  const { draft, change } = editing;
  return (
    <div className={styles.stack}>
      <NativeSelect
        aria-label={`Membership of ${user.userName}`}
        data={membershipChoices}
        value={draft.userMembership}
        onChange={(event) =>
          change({ userMembership: event.currentTarget.value as UserRecord["userMembership"] })
        }
      />
      {draft.userMembership !== "free" && (
        <TextInput
          aria-label={`Last day of ${user.userName}'s membership`}
          description="Last day (UTC), blank: no end"
          descriptionBelow
          inputMode="numeric"
          autoComplete="off"
          placeholder="dd/mm/yyyy"
          value={draft.MembershipValidity}
          onChange={(event) =>
            change({ MembershipValidity: withSlashes(event.currentTarget.value, draft.MembershipValidity) })
          }
        />
      )}
    </div>
  );
}

/** When a membership ends or has ended, by the day that mails and the person's own screens name. */
export function MembershipEnd({ at }: { at: string }) {
  return (
    <>
      {isPast(at) ? "ended" : "until"} <FormattedDate at={at} utc />
    </>
  );
}
