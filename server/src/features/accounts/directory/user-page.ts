import { minorToText } from "#contract/money.ts";
import {
  type TimelineKind,
  type TimelineLine,
  timelineKinds,
  type UserSummary,
} from "#contract/user-page.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import type { PageQuery } from "#server/db/paging.ts";
import { userNotFound, userRecordOf } from "../accounts.service.ts";
import {
  countTimeline,
  findTimeline,
  findUserPage,
  sumModelCosts,
  sumPaid,
  type TimelineRow,
} from "./user-page.repository.ts";

/** A person for the back office; of an erased one the pseudonym and what stays. Throws 404 for an unknown one. */
export async function readUserSummary(tx: Tx, id: string): Promise<UserSummary> {
  const found = await requireUser(tx, id);
  const [counts, paid, modelCosts] = await Promise.all([
    countTimeline(tx, found.user),
    sumPaid(tx, id),
    sumModelCosts(tx, id),
  ]);
  return {
    user: userRecordOf(found),
    erasedAt: found.user.deletedAt?.toISOString() ?? null,
    held: found.held ?? 0,
    debt: found.debt ?? 0,
    paid: paid.map(({ minor, currency }) => ({ amount: minorToText(minor, currency), currency })),
    modelCosts,
    factors: { totp: found.user.twoFactorEnabled, passkeys: found.passkeys },
    counts,
  };
}

export async function readUserTimeline(
  tx: Tx,
  id: string,
  { kind, ...query }: PageQuery & { kind?: TimelineKind | undefined },
): Promise<{ lines: TimelineLine[]; total: number }> {
  const { user } = await requireUser(tx, id);
  const kinds: readonly TimelineKind[] = kind ? [kind] : timelineKinds;
  const [rows, counts] = await Promise.all([findTimeline(tx, user, kinds, query), countTimeline(tx, user)]);
  return { lines: rows.map(lineOf), total: kinds.reduce((sum, each) => sum + counts[each], 0) };
}

async function requireUser(tx: Tx, id: string) {
  const found = isId(id) ? await findUserPage(tx, id) : null;
  if (!found) throw userNotFound();
  return found;
}

function lineOf({ id, at, totalMinor, currency, ...row }: TimelineRow): TimelineLine {
  const total =
    totalMinor === null || currency === null ? null : { amount: minorToText(totalMinor, currency), currency };
  return { ...row, _id: id, at: at.toISOString(), total };
}
