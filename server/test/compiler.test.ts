import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";

const run = promisify(execFile);

const accounts = "server/src/features/accounts";
const erased = `${accounts}/erasure/erasure.repository.ts`;
const exported = `${accounts}/erasure/export.repository.ts`;
const purchases = `${accounts}/erasure/export-purchases.repository.ts`;
const mails = "server/src/features/mail/erasure.repository.ts";
const buyers = "server/src/features/orders/orders.repository.ts";
const support = "server/src/features/support/tickets/messages.repository.ts";
const files = "server/src/features/support/attachments/attachments.repository.ts";
const youtube = "server/src/features/youtube/exported.repository.ts";
const webhooks = "server/src/features/webhooks/export.repository.ts";
const ticketRecords = "server/src/features/support/tickets/ticket-records.ts";

/**
 * The tables with rows of a person, and where each of their columns is decided on: blanked with the account, exported,
 * or named there as neither. Rows that are deleted with the account, and the ledger's, which stay whole, are exported
 * only; so are the counts of the models' calls, which stay under the pseudonym. The log of the staff's acts, PayPal's events and payments that pay no order are erased only: what they say of
 * the person stands in the person's own rows, or is known to be theirs by a payer's address alone.
 */
const personal: Record<string, string[]> = {
  users: [erased, exported],
  identities: [exported],
  sessions: [exported],
  passkeys: [exported],
  api_keys: [exported],
  orders: [buyers, purchases],
  captures: [erased, purchases],
  stray_payments: [erased],
  webhook_events: [erased],
  credit_bookings: [purchases],
  credit_entries: [purchases],
  credit_balances: [purchases],
  generations: [erased, exported],
  generation_images: [exported],
  spelling_checks: [erased, exported],
  model_calls: [exported],
  designs: [erased, exported],
  design_versions: [erased, exported],
  member_references: [erased, exported],
  brands: [exported],
  media: [exported],
  tickets: [support, ticketRecords],
  ticket_messages: [support, ticketRecords],
  ticket_attachments: [files, ticketRecords],
  youtube_connections: [youtube],
  youtube_thumbnail_sets: [youtube],
  webhooks: [webhooks],
  webhook_deliveries: [webhooks],
  outbox: [mails, exported],
  audit_log: [erased],
};

/** All other tables, and why nothing of them is blanked or exported column by column. */
const others: Record<string, string> = {
  two_factors: "secrets, deleted with the account",
  verifications: "secrets of an hour, deleted with the account",
  rate_limits: "lapse within a day",
  shown_users: "digests of a session; a person's go with the account",
  ticket_reads: "a number, deleted with the account",
  credit_holds: "repeats what the ledger's entries say",
  design_references: "what a version's document says; goes with the version",
  payment_attempts: "the shop's requests to PayPal; the payee is the shop",
  reversals: "sums by capture, which the order's repeat",
  reversal_movements: "sums by capture and day",
  refund_requests: "the shop's requests to PayPal",
  coupons: "the shop's",
  coupon_uses: "when an order's coupon was held and counted; the order says the rest",
  ai_keys: "the shop's",
  ai_key_models: "the shop's",
  canned_replies: "the shop's",
  content_parts: "the public site",
  content_versions: "the public site",
  features: "the public site",
  testimonials: "the public site; quotes that the shop enters, of nobody's account",
  items: "the catalogue",
  packages: "the catalogue",
  settings: "the shop's",
  spending_today: "a sum of a day",
  watched_models: "the provider's list",
  youtube_consents: "tries of ten minutes, deleted with the account",
  youtube_revocations:
    "sealed tokens until Google has taken them back; whose they were goes with the account",
  youtube_units: "sums of a day",
  youtube_member_units: "sums of a day, deleted with the account",
  unclaimed_files: "names of files that are removed within hours; random ones or by an id",
  video_thumbnails: "what YouTube shows everybody; of nobody's account, and gone in a day",
};

test("of every table it is decided what becomes of a person's data in it", async () => {
  const modules = import.meta.glob<Record<string, unknown>>("../src/db/tables/*.ts", { eager: true });
  const tables = Object.values(modules).flatMap((module) =>
    Object.values(module).filter((value) => is(value, PgTable)),
  );
  const names = tables.map((table) => getTableName(table as PgTable));
  expect([...Object.keys(personal), ...Object.keys(others)].toSorted()).toEqual(names.toSorted());
});

/** A folder that finds the project's packages, removed with the test. */
async function emptyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "compiler-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  await cp(join(projectRoot, "package.json"), join(folder, "package.json"));
  return folder;
}

/** Compiles some files by the settings of a part of the project; answers the compiler's lines. */
async function compile(folder: string, settings: string, files: string[]): Promise<string[]> {
  const compilerOptions = { composite: false, emitDeclarationOnly: false, rootDir: folder };
  const config = { extends: join(projectRoot, settings), compilerOptions, files, include: [] };
  await writeFile(join(folder, "planted.json"), JSON.stringify(config));
  const tool = join(projectRoot, "node_modules/typescript/bin/tsc");
  const args = [tool, "--noEmit", "--pretty", "false", "-p", "planted.json"];
  const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error) => error);
  return (stdout as string).split("\n").filter((line) => line !== "");
}

test("a new column of a person's row does not compile where it is neither erased nor exported nor named as kept", async () => {
  const folder = await emptyProject();
  await cp(join(projectRoot, "contract"), join(folder, "contract"), { recursive: true });
  await cp(join(projectRoot, "server/src"), join(folder, "server/src"), { recursive: true });
  const places = [...new Set(Object.values(personal).flat())];
  const tables = join(folder, "server/src/db/tables");
  for (const name of await readdir(tables)) {
    const text = await readFile(join(tables, name), "utf8");
    const planted = text.replaceAll(
      /pgTable\(\s*"(\w+)",\s*\{/g,
      (start, table) => `${start} planted_${table}: plantedText("planted"),`,
    );
    await writeFile(
      join(tables, name),
      `import { text as plantedText } from "drizzle-orm/pg-core";\n${planted}`,
    );
  }
  const lines = await compile(folder, "server/tsconfig.json", places);
  const refused = Object.fromEntries(
    Object.entries(personal).map(([table, places]) => {
      const told = lines.filter((line) => new RegExp(`\\bplanted_${table}\\b`).test(line));
      return [table, places.filter((place) => told.some((line) => line.startsWith(place)))];
    }),
  );
  expect(refused).toEqual(personal);
});

test.each([
  ["server/tsconfig.json", "process.pid", "window.name"],
  ["web/tsconfig.json", "window.name", "process.pid"],
])("%s knows %s and refuses %s", async (settings, known, unknown) => {
  const folder = await emptyProject();
  await mkdir(join(folder, "src"));
  await writeFile(
    join(folder, "src/planted.ts"),
    `export const known = ${known};\nexport const unknown = ${unknown};\n`,
  );
  const lines = await compile(folder, settings, ["src/planted.ts"]);
  expect(lines).toEqual([expect.stringContaining(`src/planted.ts(2,`)]);
  expect(lines[0]).toContain(unknown.split(".")[0]);
});

test("every file is read by one of the type checks", async () => {
  const tool = join(projectRoot, "node_modules/typescript/bin/tsc");
  const settings = ["server/tsconfig.json", "web/tsconfig.json", "tsconfig.rest.json"];
  const listed = await Promise.all(
    settings.map((name) =>
      run(process.execPath, [tool, "-p", name, "--showConfig"], { cwd: projectRoot, maxBuffer: 50_000_000 }),
    ),
  );
  const checked = new Set(
    listed.flatMap(({ stdout }, at) =>
      (JSON.parse(stdout) as { files: string[] }).files.map((file) =>
        relative(projectRoot, join(projectRoot, dirname(settings[at]!), file)),
      ),
    ),
  );
  const places = "{contract,drawing,server,web,emulators,e2e,bench,scripts}/**/*.{ts,tsx,mts}";
  const files = globSync([places, "*.ts"], { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((file) => !checked.has(file))).toEqual([]);
});
