/** Without what is undefined: a change that was not sent, which would otherwise overwrite what stands. */
export function omitUndefined<T extends object>(
  values: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
