/** The environment, or an emulator for it. Each reader below takes one variable and refuses what it could not mean. */
export type Env = Record<string, string | undefined>;

/** One sentence that names the variable; the start prints it and ends. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

export function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value ? value : undefined;
}

export function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
  }
  return number;
}

export function decimal(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!(number >= min && number <= max)) {
    throw new ConfigError(`${name} must be a number from ${min} to ${max}, not "${value}".`);
  }
  return number;
}

export function flag(env: Env, name: string): boolean | undefined {
  const value = text(env, name)?.toLowerCase();
  if (value === undefined) return undefined;
  if (["on", "1", "true", "yes"].includes(value)) return true;
  if (["off", "0", "false", "no"].includes(value)) return false;
  throw new ConfigError(`${name} must be on or off, not "${value}".`);
}

export function oneOf(env: Env, name: string, fallback: string, allowed: string[]): string {
  const value = text(env, name) ?? fallback;
  if (!allowed.includes(value)) {
    throw new ConfigError(`${name} must be one of ${allowed.join(", ")}, not "${value}".`);
  }
  return value;
}

/** An address that may hold a password, so that a refusal does not repeat it. */
export function address(env: Env, name: string, protocols: string[]): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}.`,
    );
  }
  return value.replace(/\/+$/, "");
}

/** An address to which paths, or a query, are added. */
export function base(env: Env, name: string): string | undefined {
  const value = address(env, name, ["http:", "https:"]);
  if (value !== undefined && /[?#]/.test(value)) {
    throw new ConfigError(`${name} must be an address without "?" and "#", because the shop adds to it.`);
  }
  return value;
}

export function origin(env: Env, name: string): string | undefined {
  const value = address(env, name, ["http:", "https:"]);
  if (value === undefined) return undefined;
  const parsed = new URL(value);
  if (parsed.origin !== value.toLowerCase()) {
    throw new ConfigError(
      `${name} must be an origin without a path, such as https://shop.example, not "${value}".`,
    );
  }
  return parsed.origin;
}
