import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { pathOf } from "#contract/call.ts";
import type { DesignDocument } from "#contract/design-document.ts";
import { type Design, type StaleDesign, saveDesign } from "#contract/designs.ts";
import { ApiError, api } from "#web/api/client.ts";
import {
  type Autosave,
  type AutosaveEvent,
  autosave,
  maySend,
  saveAfterMs,
  savedAt,
} from "#web/features/designs/editor/autosave.ts";
import { draftPlace, isSame } from "#web/features/designs/editor/drafts.ts";

/** How long after a save that got no answer the next one is tried, in milliseconds. */
const tryAgainMs = 10_000;

/**
 * Saves a design by itself. What isn't saved yet stays on the device, also over a reload. `replace` puts another document
 * in the place of the present one.
 */
export function useAutosave(
  userId: string,
  design: Design,
  document: DesignDocument,
  replace: (document: DesignDocument) => void,
) {
  const { id } = design;
  const [place] = useState(() => draftPlace(userId, id));
  const [state, setState] = useState<Autosave>(() => savedAt(design.version));
  const latest = useRef(state);
  /** The document of which the state knows. */
  const known = useRef(document);
  const running = useRef<Promise<void> | null>(null);

  function tell(event: AutosaveEvent): void {
    latest.current = autosave(latest.current, event);
    const { version, unsaved, sending, unanswered } = latest.current;
    const draft = unsaved ?? sending;
    place.write(draft && { version, document: draft, unanswered });
    setState(latest.current);
    const isPassed = event.type === "stale" && latest.current.status === "saved";
    if (isPassed && !isSame(event.document, known.current)) {
      known.current = event.document;
      here.current.replace(event.document);
    }
  }

  async function send(): Promise<void> {
    const { unsaved, version } = latest.current;
    if (!unsaved || !maySend(latest.current)) return;
    tell({ type: "sent" });
    // What the screen has given up on meanwhile is answered to nobody.
    running.current = outcomeOf(id, version, unsaved).then((event) => {
      if (latest.current.sending === unsaved) tell(event);
    });
    await running.current;
  }

  /** Resolves once all is saved that can be; true if all is. */
  async function flush(): Promise<boolean> {
    await running.current;
    if (maySend(latest.current)) await send();
    return latest.current.status === "saved";
  }

  function choose(side: "mine" | "theirs"): void {
    const { theirs } = latest.current;
    if (side === "theirs" && theirs) {
      known.current = theirs.document;
      replace(theirs.document);
    }
    tell({ type: "chose", side });
  }

  function startFrom(version: number): void {
    latest.current = savedAt(version);
    place.write(null);
    setState(latest.current);
  }

  /**
   * Takes over what the shop made of the design elsewhere; an edit since it was asked for is left to undo. It has no say
   * where a later version is known by now.
   */
  function adopt({ version, document }: Pick<Design, "version" | "document">): void {
    if (version <= latest.current.version) return;
    known.current = document;
    replace(document);
    startFrom(version);
  }

  /** What was not saved is kept elsewhere by now. */
  const forget = () => startFrom(latest.current.version);

  const here = useRef({ tell, send, flush, replace, design });
  useEffect(() => {
    here.current = { tell, send, flush, replace, design };
  });

  // With the change itself, which never stands there as saved; and before the next one, which changes what is known ahead
  // of the document.
  useLayoutEffect(() => {
    if (document === known.current) return;
    known.current = document;
    here.current.tell({ type: "changed", document });
  }, [document]);

  useEffect(() => {
    if (place.isEmpty()) return;
    const begun = known.current;
    let isOver = false;
    // What reads it comes only where there is something to read.
    async function takeUp(): Promise<void> {
      const { readDraftText } = await import("#web/features/designs/editor/read-kept.ts");
      // A change since has a place of its own there, and the draft is found by who opens the design next.
      if (isOver || known.current !== begun) return;
      const { tell, send, replace, design } = here.current;
      const draft = place.take(readDraftText);
      if (!draft || isSame(draft.document, design.document)) {
        place.write(null);
        return setState(latest.current);
      }
      const { version, document, unanswered } = draft;
      known.current = document;
      replace(document);
      latest.current = { ...savedAt(version), unanswered };
      tell({ type: "changed", document });
      // The shop knows whether it was kept already and changed since, or another state was saved in its place.
      void send();
    }
    setState((now) => ({ ...now, status: "unsaved" }));
    running.current = takeUp().catch(() => setState((now) => ({ ...now, status: "offline" })));
    return () => {
      isOver = true;
    };
  }, [place]);

  useEffect(() => {
    if (!maySend(state) || state.status === "refused") return;
    const wait = state.status === "offline" ? tryAgainMs : saveAfterMs;
    const timer = setTimeout(() => here.current.send(), wait);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    const now = () => void here.current.send();
    const hidden = () => window.document.visibilityState === "hidden" && now();
    // The page's end waits for nothing: what got no answer goes out again when the design is opened next.
    const leave = () => {
      const { unsaved, version } = latest.current;
      if (!unsaved || !maySend(latest.current)) return;
      const body = JSON.stringify({ version, document: unsaved });
      const headers = { "content-type": "application/json", accept: "application/json" };
      const how = { method: "PUT", credentials: "same-origin", keepalive: true, headers, body } as const;
      fetch(pathOf(saveDesign, { params: { id } }), how).catch(() => undefined);
    };
    window.addEventListener("online", now);
    window.addEventListener("pagehide", leave);
    window.document.addEventListener("visibilitychange", hidden);
    return () => {
      window.removeEventListener("online", now);
      window.removeEventListener("pagehide", leave);
      window.document.removeEventListener("visibilitychange", hidden);
      void here.current.flush();
    };
  }, [id]);

  return { ...state, flush, choose, adopt, forget };
}

async function outcomeOf(id: string, version: number, document: DesignDocument): Promise<AutosaveEvent> {
  try {
    const { body } = await api(saveDesign, { params: { id }, body: { version, document } });
    return { type: "kept", version: body.data.version };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status } = error;
    if (status === 409 && error.data) {
      const theirs = error.data as StaleDesign;
      return { type: "stale", version: theirs.version, document: theirs.document, isKept: theirs.isKept };
    }
    if (status === 0 || status === 401 || status === 429 || status >= 500) return { type: "lost" };
    return { type: "refused", message: error.message };
  }
}
