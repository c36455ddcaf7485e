import { sql } from "drizzle-orm";
import { creditBalances } from "./tables/credits.ts";
import { users } from "./tables/users.ts";

/** Of a query that has the person and, by a left join, their balance: what each screen's frame shows of them. */
export const shownOfViewer = {
  profileUrl: users.profileUrl,
  membership: users.membership,
  membershipValidity: users.membershipValidity,
  balance: sql<number>`coalesce(${creditBalances.balance}, 0)`.mapWith(Number),
  debt: sql<number>`coalesce(${creditBalances.debt}, 0)`.mapWith(Number),
};
