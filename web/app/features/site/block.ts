import { useEffect, useState } from "react";

/** A block of a page: what the server loaded with the page, or what the browser loads where the server could not. */
export type Block<T> =
  | { state: "loading" }
  | { state: "loaded"; data: T }
  | { state: "error"; message: string };

export const networkMessage = "Network error or server not responding";

class LoadError extends Error {
  override name = "LoadError";
}

interface BlockSource {
  path: string;
  /** Where the answer says that it is no success, without saying why. */
  fallback: string;
  /** What every answer outside 2xx says, where it is not 'HTTP error! Status: {status}'. */
  onStatus?: string;
}

/** Reads a content call in the browser. The texts of its errors are the documented ones. */
export async function loadBlock<T>({ path, fallback, onStatus }: BlockSource): Promise<T> {
  try {
    const response = await fetch(path, {
      credentials: "same-origin",
      headers: { accept: "application/json" },
    });
    if (!response.ok) throw new LoadError(onStatus ?? `HTTP error! Status: ${response.status}`);
    const answer = await response.json();
    if (Array.isArray(answer)) return answer as T;
    if (answer.success !== true) throw new LoadError(answer.message || fallback);
    return answer.data as T;
  } catch (error) {
    throw error instanceof LoadError ? error : new LoadError(networkMessage);
  }
}

/** `loaded` comes with the page; null where the server could not have it, and then the browser asks for itself. */
export function useBlock<T>(loaded: T | null, source: BlockSource): Block<T> {
  const [own, setOwn] = useState<Block<T>>({ state: "loading" });
  const missing = loaded === null;
  const { path, fallback, onStatus } = source;
  useEffect(() => {
    if (!missing) return;
    let stale = false;
    loadBlock<T>({ path, fallback, ...(onStatus === undefined ? {} : { onStatus }) }).then(
      (data) => stale || setOwn({ state: "loaded", data }),
      (error: Error) => stale || setOwn({ state: "error", message: error.message }),
    );
    return () => {
      stale = true;
    };
  }, [missing, path, fallback, onStatus]);
  return loaded === null ? own : { state: "loaded", data: loaded };
}
