import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For a loader whose data does not depend on the query: what a screen keeps there (its page, its search, the run it
 * watches) then changes without a call, and a server that is away for that moment cannot take the screen with it.
 */
export function onlyForAnotherPath(change: ShouldRevalidateFunctionArgs): boolean {
  return change.currentUrl.pathname !== change.nextUrl.pathname && change.defaultShouldRevalidate;
}
