import type { z } from "zod";
import type { BodyOf } from "#contract/call.ts";
import type { CannedReply, postCannedReply, putCannedReply } from "#contract/canned-replies.ts";
import type { Tx } from "#server/db/database.ts";
import { idOfRequest, isId } from "#server/db/ids.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { failure, isStale, requireSame, stale } from "#server/platform/failure.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type CannedRow,
  deleteCannedReply,
  insertCannedReply,
  listCannedReplies,
  lockCannedReply,
  saveCannedReply,
} from "./staff.repository.ts";

export async function readCannedReplies(platform: Platform): Promise<CannedReply[]> {
  return (await listCannedReplies(platform.db)).map(recordOf);
}

/** Sent again under the same key it stands once. Throws 409 where the key was used for another one. */
export async function addCannedReply(
  platform: Platform,
  actor: Actor,
  { idempotencyKey, ...form }: BodyOf<typeof postCannedReply>,
): Promise<CannedReply> {
  const id = idOfRequest(["canned-reply", String(actor.id)], idempotencyKey);
  return platform.db.transaction(async (tx) => {
    const row = await insertCannedReply(tx, { ...form, id });
    if (!row) {
      const earlier = await requireCannedReply(tx, id);
      requireSame(earlier, form);
      return recordOf(earlier);
    }
    await recordAudit(tx, actor, {
      action: "POST /api/support/canned-replies",
      subject: `canned-reply:${id}`,
      after: form,
    });
    return recordOf(row);
  });
}

export async function changeCannedReply(
  platform: Platform,
  actor: Actor,
  id: string,
  { version, ...changes }: z.output<typeof putCannedReply.body>,
): Promise<CannedReply> {
  return platform.db.transaction(async (tx) => {
    const before = await requireCannedReply(tx, id);
    if (isStale(version, before)) throw stale(recordOf(before));
    const form = { title: before.title, body: before.body, ...omitUndefined(changes) };
    const row = await saveCannedReply(tx, id, form);
    await recordAudit(tx, actor, {
      action: "PUT /api/support/canned-replies/{id}",
      subject: `canned-reply:${id}`,
      before: recordOf(before),
      after: form,
    });
    return recordOf(row);
  });
}

export async function removeCannedReply(platform: Platform, actor: Actor, id: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const before = await requireCannedReply(tx, id);
    await deleteCannedReply(tx, id);
    await recordAudit(tx, actor, {
      action: "DELETE /api/support/canned-replies/{id}",
      subject: `canned-reply:${id}`,
      before: recordOf(before),
    });
  });
}

async function requireCannedReply(tx: Tx, id: string): Promise<CannedRow> {
  const row = isId(id) ? await lockCannedReply(tx, id) : null;
  if (!row) throw failure("NOT_FOUND");
  return row;
}

function recordOf(row: CannedRow): CannedReply {
  return { _id: row.id, title: row.title, body: row.body, version: row.version };
}
