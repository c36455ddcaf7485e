import { z } from "zod";

export type Env = Record<string, string | undefined>;

/** One sentence for each bad variable, which names it; the start prints them and ends. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** A variable that holds nothing but blanks counts as not set. */
export function parseEnv<Schema extends z.ZodObject>(schema: Schema, env: Env): z.output<Schema> {
  const names = Object.keys(schema.shape);
  const trimmed = Object.fromEntries(names.map((name) => [name, env[name]?.trim() || undefined]));
  const { data, error } = schema.safeParse(trimmed);
  if (error) {
    throw new ConfigError(error.issues.map(({ path, message }) => [...path, message].join(" ")).join("\n"));
  }
  return data as z.output<Schema>;
}

/** `sentence` says what it must be; the variable's name comes before it. */
export function variable(isGood: (value: string) => boolean, sentence: (value: string) => string) {
  return z.string().refine(isGood, { error: ({ input }) => sentence(String(input)) });
}

export function wholeNumber(min: number, max: number) {
  return variable(
    (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
    (value) => `must be a whole number from ${min} to ${max}, not "${value}".`,
  ).transform(Number);
}

export function decimal(min: number, max: number) {
  return variable(
    (value) => Number(value) >= min && Number(value) <= max,
    (value) => `must be a number from ${min} to ${max}, not "${value}".`,
  ).transform(Number);
}

const switches: Record<string, boolean> = {
  ...{ on: true, 1: true, true: true, yes: true },
  ...{ off: false, 0: false, false: false, no: false },
};

export const flag = variable(
  (value) => Object.hasOwn(switches, value.toLowerCase()),
  (value) => `must be on or off, not "${value}".`,
).transform((value) => switches[value.toLowerCase()]!);

export function oneOf(...allowed: string[]) {
  return variable(
    (value) => allowed.includes(value),
    (value) => `must be one of ${allowed.join(", ")}, not "${value}".`,
  );
}

/** An address that may hold a password, so that a refusal does not repeat it. */
export function address(...protocols: string[]) {
  const beginnings = protocols.map((protocol) => `${protocol}//`);
  const begins = (value: string) => beginnings.some((beginning) => value.toLowerCase().startsWith(beginning));
  return variable(
    (value) => begins(value) && isReadable(value),
    (value) => {
      if (!begins(value)) return `must be an address that begins with ${beginnings.join(" or ")}.`;
      if (!value.includes("@")) return "has a host or a port that cannot be read.";
      return (
        "has a user or a password that must be percent-encoded: / is %2F, # is %23, ? is %3F, @ is %40 and % is %25; " +
        "or a host or a port that cannot be read."
      );
    },
  ).transform((value) => value.replace(/\/+$/, ""));
}

/** A bare / or # in a password ends the host early: what follows, with the real host, then counts as a path. */
function isReadable(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, hostname, pathname, hash } = new URL(value);
  // PostgreSQL without a host is the one of this machine.
  if (protocol.startsWith("smtp") && hostname === "") return false;
  if (!protocol.startsWith("http") && username === "" && `${pathname}${hash}`.includes("@")) return false;
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

/** An address to which paths, or a query, are added. */
export const base = address("http:", "https:").refine((value) => !/[?#]/.test(value), {
  error: 'must be an address without "?" and "#", because the shop adds to it.',
});

export const origin = address("http:", "https:")
  .refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
    error: ({ input }) =>
      `must be an origin without a path, such as https://shop.example, not "${String(input)}".`,
  })
  .transform((value) => new URL(value).origin);
