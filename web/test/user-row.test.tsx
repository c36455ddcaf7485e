import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { UserRecord } from "#contract/users.ts";
import { type RowDraft, rowDraft } from "#web/features/admin-users/row-draft.ts";
import { MembershipCell } from "#web/features/admin-users/user-cells.tsx";
import { changesOf, checkedPart, draftOf } from "#web/features/admin-users/user-row.ts";

const end = "2999-11-02T15:30:00.000Z";

const person = (more: Partial<UserRecord> = {}) =>
  ({
    userName: "Ada",
    currentBalance: 10,
    userRole: "member",
    userMembership: "free",
    MembershipValidity: null,
    ...more,
  }) as UserRecord;

/** What is sent of a row in which this was changed, or what is wrong with it. */
function sent(opened: UserRecord, typed: Partial<RowDraft>) {
  const draft = { ...draftOf(opened), ...typed };
  const { error } = rowDraft.safeParse(checkedPart(opened, draft));
  return error ? error.issues.map(({ message }) => message) : changesOf(opened, draft);
}

test("a person with more credits than an admin can set is renamed", () => {
  const rich = person({ currentBalance: 1_500_000 });
  expect(sent(rich, { userName: "Grace" })).toEqual({ userName: "Grace" });
  expect(sent(rich, { currentBalance: "-5", reason: "Spent" })).toMatchObject({ balanceChange: -5 });
  expect(sent(rich, { currentBalance: "1500001" })).toEqual([
    "Please enter a whole number from 0 to 1,000,000",
  ]);
});

test("a membership says until when it runs, and one that has lapsed that it ended", () => {
  const shown = (more: Partial<UserRecord>) =>
    renderToStaticMarkup(<MembershipCell user={person(more)} editing={null} />).replace(/<[^>]*>/g, " ");
  expect(shown({ userMembership: "premium", MembershipValidity: end })).toMatch(/until\s+02\/11\/2999/);
  expect(shown({ MembershipValidity: "2020-11-02T15:30:00.000Z" })).toMatch(/ended\s+02\/11\/2020/);
  expect(shown({})).not.toMatch(/until|ended/);
});
