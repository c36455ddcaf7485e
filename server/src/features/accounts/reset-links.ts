import type { Tx } from "#server/db/database.ts";
import { deleteVerificationsOf } from "./accounts.repository.ts";

/** A new password makes every reset link worthless that was mailed before. */
export async function passwordWasReset(tx: Tx, userId: string): Promise<void> {
  await deleteVerificationsOf(tx, userId);
}
