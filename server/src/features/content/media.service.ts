import type { z } from "zod";
import type { editMedia, MediaRecord } from "#contract/media.ts";
import type { Tx } from "#server/db/database.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { type Failure, failure, invalid, isStale, stale } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { keyOfUpload } from "#server/platform/storage.ts";
import { giveUpFiles, removeNow } from "#server/platform/unclaimed-files.ts";
import { featureTable, testimonialTable } from "./lists.repository.ts";
import {
  findMedia,
  findMediaById,
  findOwnInLibrary,
  findShowing,
  lockMedia,
  type MediaQuery,
  type MediaRow,
  markMediaDeleted,
  markPersonal,
  saveMediaAlt,
} from "./media.repository.ts";
import { findAllSectionData } from "./sections.repository.ts";

/** Names of what shows the picture, for the library and for the refusal of a deletion. */
type UsesOf = (url: string) => Promise<string[]>;

async function usesIn(tx: Tx, exceptUserId?: string): Promise<UsesOf> {
  const sections = await findAllSectionData(tx);
  const texts = [
    ...sections,
    ...sections.map(({ part, beforeReset }) => ({ part: `${part} before its reset`, data: beforeReset })),
    { part: "features-section", data: await featureTable.all(tx) },
    { part: "testimonials", data: await testimonialTable.all(tx) },
  ].map(({ part, data }) => ({ part, text: JSON.stringify(data) }));
  return async (url) => {
    const shown = texts.filter(({ text }) => text.includes(url)).map(({ part }) => part);
    return [...new Set([...shown, ...(await findShowing(tx, url, exceptUserId))])];
  };
}

async function recordOf(row: MediaRow, usesOf: UsesOf): Promise<MediaRecord> {
  return {
    _id: row.id,
    url: row.url,
    alt: row.alt,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    usedIn: await usesOf(row.url),
  };
}

export async function readMedia(platform: Platform, query: MediaQuery) {
  const { rows, total } = await findMedia(platform.db, query);
  const usesOf = await usesIn(platform.db);
  return { rows: await Promise.all(rows.map((row) => recordOf(row, usesOf))), total };
}

export async function changeMediaAlt(
  platform: Platform,
  actor: Actor,
  id: string,
  { alt, version }: z.output<typeof editMedia.body>,
) {
  return platform.db.transaction(async (tx) => {
    const row = await requireMedia(tx, id);
    const usesOf = await usesIn(tx);
    const present = await recordOf(row, usesOf);
    if (isStale(version, row)) throw stale(present);
    const saved = await saveMediaAlt(tx, id, alt);
    await recordAudit(tx, actor, {
      action: "PATCH /api/media/{id}",
      subject: `media:${id}`,
      before: { alt: row.alt },
      after: { alt },
    });
    return { ...present, alt: saved.alt, version: saved.version };
  });
}

/**
 * Holds the pictures that something is about to show: whoever deletes one meanwhile waits, and then finds it shown. Answers
 * which of them are there. The site shows the library's alone, since a person's own goes with the person.
 */
export async function holdPictures(tx: Tx, shown: unknown, where: "library" | "anywhere"): Promise<string[]> {
  const urls = (JSON.stringify(shown) ?? "").match(/\/uploads\/[\w.-]+/g) ?? [];
  return urls.length > 0 ? lockMedia(tx, [...new Set(urls)], where) : [];
}

export const pictureGone = "This picture is gone. Please upload it again.";

export type Refuse = (field: string) => Failure;
const atItsField: Refuse = (field) => invalid({ [field]: pictureGone });

/**
 * Holds what is about to be saved in the place of `before`. Throws where a picture of it is gone; one that `before` shows
 * already stands in the way of no other change.
 */
export async function requirePictures(
  tx: Tx,
  before: unknown,
  after: unknown,
  refuse = atItsField,
): Promise<void> {
  const there = await holdPictures(tx, after, "library");
  const known = [...there, ...picturesIn(before).map(({ url }) => url)];
  const gone = picturesIn(after).find(({ url }) => !known.includes(url));
  if (gone) throw refuse(gone.field);
}

/** The uploaded pictures that are the value of a field, and its dotted path. */
function picturesIn(value: unknown, path: string[] = []): { url: string; field: string }[] {
  if (typeof value === "string") {
    const key = keyOfUpload(value);
    return key ? [{ url: `/uploads/${key}`, field: path.join(".") }] : [];
  }
  return Object.entries(value ?? {}).flatMap(([name, each]) => picturesIn(each, [...path, name]));
}

/** Deletes a picture that nothing shows. The row stays without its file, so that its address is never given again. */
export async function removeMedia(platform: Platform, actor: Actor, id: string): Promise<void> {
  const keys = await platform.db.transaction(async (tx) => {
    const row = await requireMedia(tx, id);
    const uses = await (await usesIn(tx))(row.url);
    if (uses.length > 0) throw failure("CONFLICT", `This picture is shown in: ${uses.join(", ")}.`);
    await markMediaDeleted(tx, id);
    await recordAudit(tx, actor, {
      action: "DELETE /api/media/{id}",
      subject: `media:${id}`,
      before: { url: row.url },
    });
    const key = keyOfUpload(row.url);
    const given = key ? [key] : [];
    await giveUpFiles(tx, given);
    return given;
  });
  await removeNow(platform, keys);
}

/**
 * Makes a picture that a person uploaded and has as photo the person's own: it goes with the photo or the account. One
 * that something else shows as well stays the shop's.
 */
export async function takeFromLibrary(tx: Tx, userId: string, url: string | null | undefined): Promise<void> {
  const row = url ? await findOwnInLibrary(tx, userId, url) : null;
  if (!row) return;
  const uses = await (await usesIn(tx, userId))(row.url);
  if (uses.length === 0) await markPersonal(tx, row.id);
}

async function requireMedia(tx: Tx, id: string): Promise<MediaRow> {
  const row = await findMediaById(tx, id);
  if (!row) throw failure("NOT_FOUND", "Picture not found.");
  return row;
}
