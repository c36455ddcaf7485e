import { useCallback, useState } from "react";
import { keptDraftPrefix } from "#web/features/shell/sign-out.ts";

/** The place of what a person has typed and not sent: one for each person, ticket and kind of text. */
export function draftKey(userId: string, ...place: string[]): string {
  return keptDraftPrefix + [userId, ...place].join(":");
}

export function readDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** A browser that keeps nothing (private mode, full store) costs the draft's survival, not the typing. */
export function writeDraft(key: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    return;
  }
}

/** What came to a text while it was being sent, and is not in what was sent. */
export function addedSince(sent: string, now: string): string {
  const before = sent.trimEnd();
  return now.startsWith(before) ? now.slice(before.length).trimStart() : now;
}

/**
 * A text that outlives the page. For components that are mounted in the browser alone and anew for each key.
 */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(key));
  const change = useCallback(
    (next: string) => {
      setText(next);
      writeDraft(key, next);
    },
    [key],
  );
  return [text, change];
}
