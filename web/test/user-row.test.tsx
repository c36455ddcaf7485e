import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { UserRecord } from "#contract/users.ts";
import { MembershipCell } from "#web/features/admin-users/user-cells.tsx";

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

test("a membership says until when it runs, and one that has lapsed that it ended", () => {
  const shown = (more: Partial<UserRecord>) =>
    renderToStaticMarkup(<MembershipCell user={person(more)} editing={null} />).replace(/<[^>]*>/g, " ");
  expect(shown({ userMembership: "premium", MembershipValidity: end })).toMatch(/until\s+02\/11\/2999/);
  expect(shown({ MembershipValidity: "2020-11-02T15:30:00.000Z" })).toMatch(/ended\s+02\/11\/2020/);
  expect(shown({})).not.toMatch(/until|ended/);
});
