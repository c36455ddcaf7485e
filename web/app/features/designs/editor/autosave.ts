import type { DesignDocument } from "#contract/design-document.ts";
import { isSame } from "#web/features/designs/editor/drafts.ts";

/** So long after the last change it goes out, in milliseconds. */
export const saveAfterMs = 800;

/** So many saves without an answer are remembered, each a document of up to 64 kB on the device. */
const mostUnanswered = 8;

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
  /** What went out from `version` and got no answer: the shop may have any one of them. */
  unanswered: readonly DesignDocument[];
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
  unanswered: [],
  theirs: null,
  refusal: null,
});

/** Whether something may go out now: not while one is on its way, nor before a conflict is settled. */
export const maySend = ({ unsaved, sending, theirs }: Autosave): boolean => !!unsaved && !sending && !theirs;

/** Of too many the last gives way: the first is the likeliest to have arrived, while the line was being lost. */
function withSent({ unanswered, unsaved }: Autosave): readonly DesignDocument[] {
  if (!unsaved || unanswered.some((each) => isSame(each, unsaved))) return unanswered;
  return [...unanswered.slice(0, mostUnanswered - 1), unsaved];
}

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
        unanswered: withSent(state),
        refusal: null,
      };
    case "kept":
      return {
        ...state,
        // An answer may come late, and a save from an older version than the shop's is refused.
        version: Math.max(state.version, event.version),
        sending: null,
        unanswered: [],
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
        unanswered: [],
      };
      // What stands is this browser's own save, whose answer was lost.
      if (state.unanswered.some((each) => isSame(document, each)))
        return { ...answered, status: "unsaved", version };
      return { ...answered, status: "conflict", theirs: { version, document } };
    }
    case "refused":
      return {
        ...state,
        status: "refused",
        unsaved: state.unsaved ?? state.sending,
        sending: null,
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
