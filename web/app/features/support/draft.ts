import { draftPrefix, keptDraftPrefix } from "#web/features/shell/sign-out.ts";

/** The place of what a person has typed and not sent: one for each person, ticket and kind of text. */
export function draftKey(userId: string, ...place: string[]): string {
  return keptDraftPrefix + [userId, ...place].join(":");
}

/** Where the key of a draft's request stands that got no answer. */
export const requestPlace = (draft: string) => `${draftPrefix}request:${draft}`;

/** A reply's key becomes the message's id, which has 24 digits. */
export const replyKeyBytes = 12;

/** What came to a text while it was being sent, and is not in what was sent. */
export function addedSince(sent: string, now: string): string {
  const before = sent.trimEnd();
  return now.startsWith(before) ? now.slice(before.length).trimStart() : now;
}
