import type { OpenApi } from "#contract/openapi.ts";

/** A description with what its references name in their places. None of them is within what it names. */
export function dereferenced(description: object): OpenApi {
  const named = (ref: string) =>
    ref
      .split("/")
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], description);
  const expanded = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(expanded);
    const { $ref, ...fields } = value as Record<string, unknown>;
    const own = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, expanded(field)]));
    return typeof $ref === "string" ? { ...(expanded(named($ref)) as object), ...own } : own;
  };
  return expanded(description) as OpenApi;
}
