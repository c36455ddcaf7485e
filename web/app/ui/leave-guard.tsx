import { useEffect } from "react";
import { useBlocker, useLocation } from "react-router";
import { type ConfirmOptions, leaveQuestion, useConfirm } from "#web/ui/confirm.tsx";
import { type Address, placeBelowEditor, placeOf } from "#web/ui/place.ts";
import { useUnloadGuard } from "#web/ui/unload-guard.ts";

/** By how much is lost: a secret is not shown again, a text can be typed anew. */
const kinds = ["shown once", "typed"] as const;

/** Why a screen is not to be left unasked; `question` is asked where it is the only reason. */
export type LeaveReason = { kind: (typeof kinds)[number]; question: ConfirmOptions };

export const unsaved: LeaveReason = {
  kind: "typed",
  question: {
    ...leaveQuestion,
    message: "Your changes on this page haven't been saved and will be lost.",
  },
};

/** All that stand at present. The router knows one guard at a time, so they share it. */
const reasons = new Set<LeaveReason>();

/** One question for all that would be lost, named after the most of it; null where nothing would. */
export function questionFor(
  standing: Iterable<LeaveReason>,
  from: Address,
  to: Address,
): ConfirmOptions | null {
  if (placeOf(from) === placeOf(to)) return null;
  const isEditorAlone = placeBelowEditor(from) === placeBelowEditor(to);
  // With an editor goes what was typed into it. What else the screen has stays.
  const lost = [...standing]
    .filter(({ kind }) => kind === "typed" || !isEditorAlone)
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
    .map(({ question }) => (question === unsaved.question && isEditorAlone ? leaveQuestion : question));
  const [first, ...others] = new Set(lost);
  if (!first || others.length === 0) return first ?? null;
  return {
    ...first,
    message: [first, ...others].map(({ title, message }) => <p key={title}>{message}</p>),
    confirmLabel: "Leave all the same",
  };
}

const isAsked = ({ currentLocation, nextLocation }: { currentLocation: Address; nextLocation: Address }) =>
  questionFor(reasons, currentLocation, nextLocation) !== null;

/** Asks before a link or Back leads away from what would be lost. Once in an area, within its ConfirmProvider. */
export function LeaveGuard() {
  const confirm = useConfirm();
  const location = useLocation();
  const blocker = useBlocker(isAsked);

  // biome-ignore lint/correctness/useExhaustiveDependencies: while it is blocked, the location stays.
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let current = true;
    const question = questionFor(reasons, location, blocker.location);
    Promise.resolve(question ? confirm(question) : true).then((leave) => {
      if (!current) return;
      if (leave) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      current = false;
    };
  }, [blocker, confirm]);
  return null;
}

/**
 * Has a person asked before they leave a screen, whether by a link or Back in the app (the product's own dialog) or by
 * closing the tab (the browser's). Null: nothing would be lost. A change of the query alone, within the screen, isn't
 * leaving, unless it changes which part of the screen or which editor is shown. Such an editor's own Cancel only
 * navigates: the question is asked here. `reason` keeps its identity while it stands.
 */
export function useLeaveGuard(reason: LeaveReason | null): void {
  useEffect(() => {
    if (!reason) return;
    // Of one's own, since another may stand for the same reason.
    const own = { ...reason };
    reasons.add(own);
    return () => void reasons.delete(own);
  }, [reason]);
  useUnloadGuard(reason !== null);
}

/** The same for what was typed and is not saved. */
export const useUnsavedGuard = (dirty: boolean): void => useLeaveGuard(dirty ? unsaved : null);
