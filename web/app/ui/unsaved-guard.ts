import { useEffect } from "react";
import { useBlocker } from "react-router";
import { type ConfirmOptions, useConfirm } from "#web/ui/confirm.tsx";

/** The question before typed text is lost within a screen. */
export const leaveQuestion: ConfirmOptions = {
  title: "Leave without saving?",
  message: "What you typed hasn't been saved and will be lost.",
  confirmLabel: "Leave without saving",
  cancelLabel: "Stay",
};

/**
 * Asks before a person leaves a screen with unsaved changes, whether by a link in the app (the product's own
 * dialog) or by closing the tab (the browser's). A change of the query alone, within the screen, isn't leaving,
 * unless it is `panel`, which names the part of a screen that is shown.
 */
export function useUnsavedGuard(dirty: boolean): void {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let current = true;
    confirm({
      ...leaveQuestion,
      message: "Your changes on this page haven't been saved and will be lost.",
    }).then((leave) => {
      if (!current) return;
      if (leave) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      current = false;
    };
  }, [blocker, confirm]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);
}

function placeOf({ pathname, search }: { pathname: string; search: string }): string {
  return `${pathname} ${new URLSearchParams(search).get("panel") ?? ""}`;
}
