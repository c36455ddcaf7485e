/** What a document's lengths are pixels of. */
export const canvas = { width: 1280, height: 720 } as const;

/** A length as documents keep it. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;
