import { createHash } from "node:crypto";
import type { z } from "zod";
import type { UserRecord, updateUser } from "#contract/users.ts";
import type { Tx } from "#server/db/database.ts";
import { findSnapshot, saveSnapshots, type UserSnapshot } from "./user-snapshots.repository.ts";

type Changes = z.output<typeof updateUser.body>;

const names = ["userName", "userRole", "userMembership", "currentBalance"] as const;

/**
 * The documented editor sends a person back whole and without a version. What its session was last shown tells what
 * was changed in it and what was only left: a purchase that came between must not be undone by a rename.
 */
export async function withoutUnchanged(
  tx: Tx,
  sessionId: string,
  userId: string,
  sent: Changes,
): Promise<Changes> {
  const isWhole = names.every((name) => sent[name] !== undefined);
  const shown = isWhole && sent.version === undefined ? await findSnapshot(tx, sessionId, userId) : null;
  if (!shown) return sent;
  const now = digested(sent as Pick<UserRecord, (typeof names)[number]>);
  const left = names.filter((name) => now[name] === shown[name]);
  return { ...sent, ...Object.fromEntries(left.map((name) => [name, undefined])) };
}

/** Keeps what a read or a write without a version has answered. `whole`: all that the session may know of. */
export async function keepSnapshots(
  tx: Tx,
  sessionId: string,
  records: readonly UserRecord[],
  whole: boolean,
): Promise<void> {
  const people = Object.fromEntries(records.map((record) => [record._id, digested(record)]));
  await saveSnapshots(tx, sessionId, people, whole);
}

function digested(record: Pick<UserRecord, (typeof names)[number]>): UserSnapshot {
  const { userRole, userMembership, currentBalance } = record;
  const userName = createHash("sha256").update(record.userName).digest("base64url").slice(0, 16);
  return { userName, userRole, userMembership, currentBalance };
}
