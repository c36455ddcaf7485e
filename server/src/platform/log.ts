import { type Logger, pino } from "pino";

export type Log = Logger;

/**
 * Structured logs, one JSON object a line on standard output. Headers and bodies are never logged; the paths
 * below are a second line of defence for objects that are passed in by mistake.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        "authorization",
        "cookie",
        "password",
        "key",
        "secret",
        "clientSecret",
        "token",
        "*.authorization",
        "*.cookie",
        "*.password",
        "*.key",
        "*.secret",
        "*.clientSecret",
        "*.token",
        "headers",
        "*.headers",
      ],
      censor: "[hidden]",
    },
    serializers: { err: serializeError, error: serializeError },
  });
}

/** An error without the fields that drivers and clients hang on it (queries with parameters, requests with keys). */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === "string" ? { code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}
