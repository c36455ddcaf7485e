/** Builds the shop where its sources are newer than the last build. */
export function ensureBuilt(): void;
/** Bundles the calls without their pages where their sources are newer; answers the file. */
export function ensureTestShop(): Promise<string>;
