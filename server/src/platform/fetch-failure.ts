/**
 * Why a fetch brought no whole answer. `word` is the system's or the library's own, as "ECONNREFUSED" or "unexpected
 * redirect": what fetch itself refuses has no code. Undefined where there is none.
 */
export function fetchFailure(error: unknown): { isLate: boolean; word: string | undefined } {
  const isLate = error instanceof Error && error.name === "TimeoutError";
  const inner = error instanceof Error ? (error.cause ?? error) : undefined;
  const { code, message } = (inner ?? {}) as { code?: unknown; message?: unknown };
  const word = [code, message].find((said) => typeof said === "string" && said !== "") as string | undefined;
  return { isLate, word };
}

/** The same in words for a log or an admin. */
export function noConnection({ word }: { word: string | undefined }): string {
  return word ? `no connection (${word})` : "no connection";
}
