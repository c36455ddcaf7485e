/** What a document's lengths are pixels of. */
export const canvas = { width: 1280, height: 720 } as const;
