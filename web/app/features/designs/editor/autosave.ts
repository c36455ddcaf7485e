import type { DesignDocument } from "#contract/design-document.ts";
import { isSame } from "#web/features/designs/editor/drafts.ts";

/** So long after the last change it goes out, in milliseconds. */
export const saveAfterMs = 800;

/** What became of the newest change. */
export type SaveStatus = "saved" | "unsaved" | "saving" | "offline" | "conflict" | "refused";

export interface Autosave {
  status: SaveStatus;
  /** The version that the next save is made from. */
  version: number;
  /** As the person has it, and where it isn't kept by the shop yet. */
  unsaved: DesignDocument | null;
  /** What is on its way. One at a time, since the next needs its version. */
  sending: DesignDocument | null;
  /** The first that went out from `version` and got no answer: the shop may have it. */
  unanswered: DesignDocument | null;
  /** What another tab or device saved meanwhile. */
  theirs: { version: number; document: DesignDocument } | null;
  /** Why the shop will not take it, in its words. */
  refusal: string | null;
}

export type AutosaveEvent =
  | { type: "changed"; document: DesignDocument }
  /** The time is up, the page is left, or the line is back. */
  | { type: "sent" }
  | { type: "kept"; version: number }
  | { type: "lost" }
  /** Another version stands; `isKept` where it was made from the very document that was sent. */
  | { type: "stale"; version: number; document: DesignDocument; isKept?: boolean | undefined }
  | { type: "refused"; message: string }
  /** The person chose between the two. */
  | { type: "chose"; side: "mine" | "theirs" };

export const savedAt = (version: number): Autosave => ({
  status: "saved",
  version,
  unsaved: null,
  sending: null,
  unanswered: null,
  theirs: null,
  refusal: null,
});

/** Whether something may go out now: not while one is on its way, nor before a conflict is settled. */
export const maySend = ({ unsaved, sending, theirs }: Autosave): boolean => !!unsaved && !sending && !theirs;

export function autosave(state: Autosave, event: AutosaveEvent): Autosave {
  switch (event.type) {
    case "changed":
      return {
        ...state,
        unsaved: event.document,
        refusal: null,
        status: state.theirs ? "conflict" : state.sending ? "saving" : "unsaved",
      };
    case "sent":
      if (!maySend(state)) return state;
      return {
        ...state,
        status: "saving",
        sending: state.unsaved,
        unsaved: null,
        unanswered: state.unanswered ?? state.unsaved,
        refusal: null,
      };
    case "kept":
      return {
        ...state,
        // An answer may come late, and a save from an older version than the shop's is refused.
        version: Math.max(state.version, event.version),
        sending: null,
        unanswered: null,
        status: state.unsaved ? "unsaved" : "saved",
      };
    // A newer change holds all of the one that was lost.
    case "lost":
      return { ...state, status: "offline", unsaved: state.unsaved ?? state.sending, sending: null };
    case "stale": {
      const { version, document, isKept } = event;
      if (isKept && !state.unsaved) return savedAt(version);
      const answered = {
        ...state,
        unsaved: state.unsaved ?? state.sending,
        sending: null,
        unanswered: null,
      };
      // What stands is this browser's own save, whose answer was lost.
      if (isSame(document, state.unanswered)) return { ...answered, status: "unsaved", version };
      return { ...answered, status: "conflict", theirs: { version, document } };
    }
    case "refused":
      return {
        ...state,
        status: "refused",
        unsaved: state.unsaved ?? state.sending,
        sending: null,
        unanswered: null,
        refusal: event.message,
      };
    case "chose": {
      if (!state.theirs) return state;
      const { version } = state.theirs;
      if (event.side === "theirs") return savedAt(version);
      return { ...state, status: "unsaved", version, theirs: null };
    }
  }
}
