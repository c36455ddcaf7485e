function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `base` with what `changes` holds: objects field by field, all else (lists too) as a whole. Absent means unchanged. */
export function deepMerge<T>(base: T, changes: unknown): T {
  if (!isRecord(base) || !isRecord(changes)) return (changes === undefined ? base : changes) as T;
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    if (value !== undefined && Object.hasOwn(base, name)) result[name] = deepMerge(base[name], value);
  }
  return result as T;
}
