import { fstatSync, writeSync } from "node:fs";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

/**
 * Structured logs, one JSON object a line on standard output. Headers and bodies are never logged; the paths
 * below are a second line of defence for objects that are passed in by mistake.
 */
export function createLog(level: string, destination = lossyOutput()): Log {
  const options: LoggerOptions = {
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
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Standard output that is no pipe, such as a file, without the lines that it can't take: on a full disk Pino's own tries again
 * for ever, in which the process answers nobody. A pipe it waits for rightly; undefined there.
 */
function lossyOutput(): DestinationStream | undefined {
  const output = fstatSync(1);
  if (output.isFIFO() || output.isSocket()) return undefined;
  let isCut = false;
  return {
    write(line) {
      const text = isCut ? `\n${line}` : line;
      try {
        isCut = writeSync(1, text) < Buffer.byteLength(text);
      } catch {
        // Nowhere to say it.
      }
    },
  };
}

/**
 * Has libraries that write to the console write to the log, where what must not be read is taken out: some print the
 * errors that they met whole.
 */
export function takeOverConsole(log: Log): void {
  const write = (level: "error" | "warn" | "debug") => {
    return (...details: unknown[]) => {
      const err = details.find((detail) => detail instanceof Error);
      const text = details.filter((detail) => typeof detail === "string").join(" ");
      log[level](err ? { err } : {}, withoutParameters(text) || "a library wrote to the console");
    };
  };
  Object.assign(console, {
    error: write("error"),
    warn: write("warn"),
    info: write("debug"),
    log: write("debug"),
  });
}

/**
 * An error without what drivers and clients hang on it: requests with keys, and a failed statement's parameters, among
 * them session tokens, which stand at the end of its message.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: unknown }).code;
  const message = withoutParameters(error.message);
  return {
    type: error.name,
    message,
    ...(typeof code === "string" ? { code } : {}),
    // The stack begins with the message.
    stack: error.stack && withoutParameters(error.stack.replace(error.message, () => message)),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}

/** They may hold lines that look like anything: all that follows goes. */
function withoutParameters(text: string): string {
  return text.split("\nparams: ", 1)[0]!;
}
