import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";

const run = promisify(execFile);

interface Report {
  summary: { error: number; totalCruised: number; violations: { rule: { name: string }; from: string }[] };
}

/** Reads a tree that holds the planted files beside the project's rules. */
async function cruise(files: Record<string, string>): Promise<Report["summary"]> {
  const folder = await mkdtemp(join(tmpdir(), "rules-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of [".dependency-cruiser.cjs", "package.json", "tsconfig.json"]) {
    await cp(join(projectRoot, name), join(folder, name));
  }
  await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  for (const root of ["contract", "drawing", "server", "web", "emulators"]) await mkdir(join(folder, root));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const tool = join(projectRoot, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const args = [
    "--import",
    join(projectRoot, "scripts/typescript-6.mjs"),
    tool,
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "json",
    "contract",
    "drawing",
    "server",
    "web",
    "emulators",
  ];
  const { stdout } = await run(process.execPath, args, { cwd: folder, maxBuffer: 50_000_000 }).catch(
    (error) => error,
  );
  return (JSON.parse(stdout) as Report).summary;
}

const target = { "server/src/features/orders/orders.repository.ts": "export const rows = 1;\n" };

const planted: [string, Record<string, string>][] = [
  [
    "contract-stands-alone",
    { ...target, "contract/a.ts": 'import "../server/src/features/orders/orders.repository.ts";\n' },
  ],
  [
    "drawing-stands-alone",
    { "web/app/x.ts": "export const x = 1;\n", "drawing/a.ts": 'import "#web/x.ts";\n' },
  ],
  ["drawing-stands-alone", { "drawing/a.ts": 'import "zod";\n' }],
  ["drawing-knows-no-node", { "drawing/a.ts": 'import "node:fs";\n' }],
  [
    "drawing-takes-types-of-the-contract",
    {
      "contract/x.ts": "export const x = 1;\n",
      "drawing/a.ts": 'import { x } from "#contract/x.ts";\nexport const y = x;\n',
    },
  ],
  [
    "web-and-server-meet-in-the-contract",
    { ...target, "web/app/a.ts": 'import "#server/features/orders/orders.repository.ts";\n' },
  ],
  [
    "server-knows-no-web",
    { "web/app/x.ts": "export const x = 1;\n", "server/src/a.ts": 'import "#web/x.ts";\n' },
  ],
  [
    "emulators-are-outside",
    { "emulators/x.ts": "export const x = 1;\n", "server/src/a.ts": 'import "#emulators/x.ts";\n' },
  ],
  [
    "emulators-know-no-product",
    { ...target, "emulators/a.ts": 'import "#server/features/orders/orders.repository.ts";\n' },
  ],
  [
    "sql-only-in-repositories",
    {
      "server/src/db/tables/t.ts": "export const t = 1;\n",
      "server/src/features/a/a.service.ts": 'import "#server/db/tables/t.ts";\n',
    },
  ],
  [
    "a-feature-is-entered-by-its-service",
    {
      ...target,
      "server/src/features/a/a.service.ts": 'import "#server/features/orders/orders.repository.ts";\n',
    },
  ],
  [
    "services-know-no-http",
    {
      "server/src/platform/http/h.ts": "export const h = 1;\n",
      "server/src/features/a/a.service.ts":
        'import { h } from "#server/platform/http/h.ts";\nexport const y = h;\n',
    },
  ],
  [
    "platform-providers-and-db-know-no-feature",
    { ...target, "server/src/platform/a.ts": 'import "#server/features/orders/orders.repository.ts";\n' },
  ],
  [
    "platform-knows-no-provider",
    {
      "server/src/providers/storage/a.ts": "export const a = 1;\n",
      "server/src/platform/a.ts": 'import "#server/providers/storage/a.ts";\n',
    },
  ],
  [
    "db-knows-no-platform",
    {
      "server/src/platform/a.ts": "export const a = 1;\n",
      "server/src/db/a.ts": 'import "#server/platform/a.ts";\n',
    },
  ],
  [
    "web-features-meet-in-routes",
    {
      "web/app/features/b/b.ts": "export const b = 1;\n",
      "web/app/features/a/a.ts": 'import "#web/features/b/b.ts";\n',
    },
  ],
  [
    "ui-knows-no-feature",
    {
      "web/app/features/b/b.ts": "export const b = 1;\n",
      "web/app/ui/a.ts": 'import "#web/features/b/b.ts";\n',
    },
  ],
  [
    "no-circles",
    {
      "contract/a.ts": 'import "./b.ts";\nexport const a = 1;\n',
      "contract/b.ts": 'import "./a.ts";\nexport const b = 1;\n',
    },
  ],
];

test.each(planted)("the rule %s catches a planted violation", async (rule, files) => {
  const summary = await cruise(files);
  expect(summary.totalCruised).toBeGreaterThanOrEqual(Object.keys(files).length);
  expect(summary.violations.map((violation) => violation.rule.name)).toContain(rule);
});

test("a tree that keeps the rules has no violation, so the rules do not cry at everything", async () => {
  const summary = await cruise({
    ...target,
    "server/src/features/orders/orders.service.ts":
      'import { rows } from "./orders.repository.ts";\nexport const all = rows;\n',
    "drawing/a.ts": "import type { A } from '#contract/a.ts';\nexport const one: A = 1;\n",
    "contract/a.ts": "export type A = number;\n",
    "server/src/features/a/a.service.ts":
      'import { all } from "#server/features/orders/orders.service.ts";\nexport const a = all;\n',
  });
  expect(summary).toMatchObject({ error: 0 });
  expect(summary.totalCruised).toBeGreaterThanOrEqual(3);
});
