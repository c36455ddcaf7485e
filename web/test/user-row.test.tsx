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

test("a membership that is given ends with the day that is typed, and has no end where none is", () => {
  const given = (MembershipValidity: string) =>
    sent(person(), { userMembership: "premium", MembershipValidity });
  const expected = { userMembership: "free", MembershipValidity: null };
  expect(given("")).toEqual({ userMembership: "premium", MembershipValidity: null, expected });
  expect(given("02/11/2999")).toMatchObject({ MembershipValidity: "2999-11-02T23:59:59.999Z" });
  expect(given("31/02/2999")).toEqual(["Please enter the membership's last day as dd/mm/yyyy"]);
});

test("a membership that runs keeps its very end with another level, gets another one by itself, and loses it with its level", () => {
  const opened = person({ userMembership: "basic", MembershipValidity: end });
  expect(draftOf(opened).MembershipValidity).toBe("02/11/2999");
  expect(sent(opened, { userName: "Grace" })).toEqual({ userName: "Grace" });
  expect(sent(opened, { userMembership: "premium" })).toMatchObject({ MembershipValidity: end });
  expect(sent(opened, { MembershipValidity: "" })).toMatchObject({
    userMembership: "basic",
    MembershipValidity: null,
    expected: { MembershipValidity: end },
  });
  const taken = sent(opened, { userMembership: "free", MembershipValidity: "nonsense" });
  expect(taken).not.toHaveProperty("MembershipValidity");
  expect(taken).toMatchObject({ userMembership: "free" });
});

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
