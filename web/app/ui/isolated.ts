/** A name within a sentence that takes no markup, in which one that is written from right to left would turn its neighbours. */
export const isolated = (name: string) => `\u2068${name}\u2069`;
