import { createHash } from "node:crypto";

/** One entry of the list that the documented write carries. */
export interface SentEntry {
  message: string;
  sender: "admin" | "user";
  timestamp?: unknown;
}

export interface StoredEntry {
  id: string;
  message: string;
  sender: "admin" | "user";
  createdAt: Date;
}

export type ConversationDiff =
  /** The list ends with something that does not stand yet. `upToDate`: its sender had seen all the rest. */
  | { kind: "new"; entry: SentEntry; id: string; upToDate: boolean }
  /** The list repeats what stands. */
  | { kind: "none" }
  /** The list drops, changes or adds more than one. */
  | { kind: "conflict" };

/**
 * Finds out what a sent list adds to the conversation that stands. Everything before its last entry must be the
 * beginning of what stands: all of it, or less where others wrote meanwhile. Entries are the same when sender and
 * text are; a time is the server's, so a client's own picture of its last message may differ in it.
 *
 * Where the last entry too has its like in its place, it is either the echo of a list that was read or a message
 * with the same words as one that came meanwhile. It is an echo when it carries that entry's time, when this author
 * sent it before (same words, same client's time), or when it has no time and the call changes something else.
 */
export function diffConversation(
  sent: readonly SentEntry[],
  standing: readonly StoredEntry[],
  context: { ticketId: string; authorId: string; changesElse: boolean },
): ConversationDiff {
  const last = sent.at(-1);
  if (!last) return { kind: "none" };
  let same = 0;
  while (same < sent.length && same < standing.length && isSame(sent[same]!, standing[same]!)) same += 1;
  if (same < sent.length - 1) return { kind: "conflict" };
  const id = entryId(last, context);
  if (id !== null && standing.some((entry) => entry.id === id)) return { kind: "none" };
  if (same === sent.length && isEcho(last, standing[same - 1]!, context.changesElse)) return { kind: "none" };
  const upToDate = same === standing.length;
  return { kind: "new", entry: last, id: id ?? placeId(last, standing.length, context), upToDate };
}

function isSame(sent: SentEntry, stands: StoredEntry): boolean {
  return sent.sender === stands.sender && sent.message === stands.message;
}

function isEcho(sent: SentEntry, stands: StoredEntry, changesElse: boolean): boolean {
  if (!hasTime(sent)) return changesElse;
  return new Date(sent.timestamp as string | number).getTime() === stands.createdAt.getTime();
}

function hasTime(entry: SentEntry): boolean {
  return typeof entry.timestamp === "string" || typeof entry.timestamp === "number";
}

/** Null without a client's time: then nothing tells a repeated request from a second message. */
function entryId(entry: SentEntry, context: { ticketId: string; authorId: string }): string | null {
  return hasTime(entry)
    ? hashOf([context.ticketId, context.authorId, entry.sender, entry.message, entry.timestamp])
    : null;
}

/** Differs from every other message of the ticket, since only one is ever written at a place. */
function placeId(entry: SentEntry, place: number, context: { ticketId: string; authorId: string }): string {
  return hashOf([context.ticketId, context.authorId, entry.sender, entry.message, "place", place]);
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
}
