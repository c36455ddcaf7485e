import type { RouterContextProvider, ShouldRevalidateFunctionArgs } from "react-router";
import type { ApiClient } from "#contract/call.ts";
import { pageContext } from "#contract/page-context.ts";

/** The client for a loader that runs on the server. */
export function pageApi(context: Readonly<RouterContextProvider>): ApiClient {
  return context.get(pageContext).api;
}

/** Whether a call was answered with 404, for a loader that gives its page the same status. */
export async function isMissing(answer: Promise<unknown>): Promise<boolean> {
  return hasStatus(answer, 404);
}

/** Whether a call was answered with this failure. */
export async function hasStatus(answer: Promise<unknown>, status: number): Promise<boolean> {
  try {
    await answer;
    return false;
  } catch (error) {
    return (error as { status?: unknown }).status === status;
  }
}

/**
 * For a loader whose screen asks for what the query changes itself (its page, its search, the run it watches): a server
 * that is away for that moment cannot take the screen with it.
 */
export function revalidateOnPathChange(change: ShouldRevalidateFunctionArgs): boolean {
  return change.currentUrl.pathname !== change.nextUrl.pathname && change.defaultShouldRevalidate;
}

/** What a loader does with a call whose failure the screen itself shows: nothing, and the browser asks again. */
export async function undefinedOnError<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch {
    return undefined;
  }
}
