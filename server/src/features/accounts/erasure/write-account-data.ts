import { limitConcurrency, shareUnderWay } from "#server/platform/concurrency.ts";
import type { Platform } from "#server/platform/platform.ts";
import { accountDataParts } from "./export-account.ts";

/**
 * The rows of somebody's years are many while they are read, so one export is made at a time. Its place is free before it is
 * sent: what readers have yet to take is bounded for all answers together (platform/http/connections.ts).
 */
const inTurn = limitConcurrency(1, 50);
const writeOnce = shareUnderWay<Buffer>();

/** Everything that the shop keeps about a person, as JSON. Who presses again meanwhile gets the same bytes. */
export function writeAccountData(platform: Platform, userId: string): Promise<Buffer> {
  return writeOnce(userId, () => inTurn(() => write(platform, userId)));
}

/** Rows are held of one part at a time. */
async function write(platform: Platform, userId: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const [name, read] of Object.entries(await accountDataParts(platform, userId))) {
    const before = pieces.length === 0 ? "{" : ",";
    pieces.push(Buffer.from(`${before}${JSON.stringify(name)}:${JSON.stringify(await read())}`));
  }
  return Buffer.concat([...pieces, Buffer.from("}")]);
}
