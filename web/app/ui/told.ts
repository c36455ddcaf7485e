/** Of a field that tells on what is typed into it: the value that came last, and what it told. */
export type Told<T> = {
  seen: T;
  /** What has not come back as the value yet, the oldest first. */
  told: readonly T[];
};

/**
 * What a field keeps once `value` is known. What was told comes back a moment later, when more may have been typed and
 * told; any other value comes from elsewhere, and `taken` is what the field is then.
 */
export function afterValue<T, D extends Told<T>>(
  draft: D,
  value: T,
  taken: (value: T) => Omit<D, keyof Told<T>>,
  isSame: (one: T, other: T) => boolean = Object.is,
): D {
  if (isSame(value, draft.seen)) return draft;
  const own = draft.told.findIndex((told) => isSame(told, value));
  if (own < 0) return { ...draft, ...taken(value), seen: value, told: [] };
  return { ...draft, seen: value, told: draft.told.slice(own + 1) };
}

/**
 * What is told and not back yet once `next` is: nothing where it is the present value again, as what was told of it
 * meanwhile does not come any more.
 */
export function afterTelling<T>(
  { seen, told }: Told<T>,
  next: T,
  isSame: (one: T, other: T) => boolean = Object.is,
): readonly T[] {
  return isSame(next, seen) ? [] : [...told, next];
}
