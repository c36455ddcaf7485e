import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, statfsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Db } from "#server/db/database.ts";
import { makeFolder } from "#server/durable-files.ts";
import { isLoopback } from "#server/networks.ts";
import { paypalBaseUrl } from "#server/providers/paypal/address.ts";
import { checkS3 } from "#server/providers/storage/check-s3.ts";

/** Each answers in a few words how it stands, or throws one sentence that says what to do. */

export async function checkFiles({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): Promise<string> {
  const folder = await checkFolder({ s3, dataDir });
  if (!s3) return `${folder} takes files`;
  const problem = await checkS3(s3);
  if (problem) throw new Error(problem.sentence);
  return `the bucket ${s3.bucket} takes, gives and removes a file`;
}

/** Answers where it is. Also beside a bucket DATA_DIR holds fonts, and who was erased. */
export async function checkFolder({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): Promise<string> {
  const uploads = join(dataDir, "uploads");
  const folder = !s3 && existsSync(uploads) ? uploads : dataDir;
  const file = join(folder, `start-check-${randomBytes(8).toString("hex")}`);
  try {
    await makeFolder(folder);
    await writeFile(file, "May be deleted.\n", { flag: "wx" });
  } catch (error) {
    const cure = isFull(error) ? "make room" : "give the folder to this user";
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR: ${folder} takes no file (${code}): ${cure}`, { cause: error });
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
  return folder;
}

export function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");
}

export async function checkMail(
  config: Pick<Config, "smtpUrl" | "mailFrom" | "adminEmail" | "appUrl" | "dataDir">,
): Promise<string> {
  const { smtpUrl, mailFrom, adminEmail, appUrl, dataDir } = config;
  if (smtpUrl) {
    const { checkSmtp } = await import("#server/providers/mail/check-smtp.ts");
    return checkSmtp(smtpUrl, mailFrom.address, adminEmail ?? mailFrom.address);
  }
  const where = `mails are files in ${dataDir}/outbox`;
  if (isLoopback(new URL(appUrl).hostname)) return where;
  throw new Error(`${where} and reach nobody: set SMTP_URL and MAIL_FROM`);
}

/** Runs, memberships and mails go by the database's clock; tokens and signatures by this machine's. */
export const mostClockDifferenceMs = 10_000;

export async function checkDatabaseClock(db: Db, now: () => number = Date.now): Promise<string> {
  const asked = now();
  const moment = (await databaseNow(db)).getTime();
  return judgeClock((asked + now()) / 2 - moment, "the database's");
}

/** By the Date of an answer of PayPal's, of whatever status; undefined where there is none. */
export async function checkWorldClock(
  config: Parameters<typeof paypalBaseUrl>[0],
  now: () => number,
): Promise<string | undefined> {
  const asked = now();
  const answer = await fetch(paypalBaseUrl(config, "live"), {
    method: "HEAD",
    signal: AbortSignal.timeout(8_000),
  }).catch(() => null);
  const date = Date.parse(answer?.headers.get("date") ?? "");
  if (Number.isNaN(date)) return undefined;
  return judgeClock((asked + now()) / 2 - date, "PayPal's");
}

function judgeClock(difference: number, whose: string): string {
  const seconds = (Math.abs(difference) / 1000).toFixed(1);
  if (Math.abs(difference) <= mostClockDifferenceMs) return `${seconds} s from ${whose}`;
  throw new Error(
    `this machine's clock is ${seconds} s ${difference > 0 ? "ahead of" : "behind"} ${whose}: have it set by NTP`,
  );
}

export const leastFreeBytes = 1e9;

export function checkDisk(
  { dataDir }: Pick<Config, "dataDir">,
  statfs: typeof statfsSync = statfsSync,
): string {
  mkdirSync(dataDir, { recursive: true });
  const { bavail, bsize } = statfs(dataDir);
  const free = bavail * bsize;
  const text = `${(free / 1e9).toFixed(1)} GB free for ${dataDir}`;
  if (free < leastFreeBytes) throw new Error(`only ${text}: make room, 1 GB is the least`);
  return text;
}
