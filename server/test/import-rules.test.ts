import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";

const run = promisify(execFile);

interface Report {
  summary: { error: number; totalCruised: number; violations: { rule: { name: string }; from: string }[] };
}

const repository = "server/src/features/orders/orders.repository.ts";
const shared = {
  [repository]: "export const rows = 1;\n",
  "contract/x.ts": "export const x = 1;\n",
  "web/app/x.ts": "export const x = 1;\n",
  "web/app/features/b/b.ts": "export const b = 1;\n",
  "contract/circle.ts": 'import "./circle-back.ts";\nexport const a = 1;\n',
  "emulators/x.ts": "export const x = 1;\n",
  "server/src/db/tables/t.ts": "export const t = 1;\n",
  "server/src/platform/x.ts": "export const x = 1;\n",
  "server/src/platform/http/h.ts": "export const h = 1;\n",
  "server/src/providers/storage/s.ts": "export const s = 1;\n",
};

/** The rule, the file that breaks it, what the file says. */
const planted: [rule: string, from: string, text: string][] = [
  ["contract-stands-alone", "contract/server.ts", `import "../${repository}";\n`],
  ["drawing-stands-alone", "drawing/web.ts", 'import "#web/x.ts";\n'],
  ["drawing-stands-alone", "drawing/library.ts", 'import "zod";\n'],
  ["drawing-knows-no-node", "drawing/node.ts", 'import "node:fs";\n'],
  [
    "drawing-takes-types-of-the-contract",
    "drawing/schema.ts",
    'import { x } from "#contract/x.ts";\nexport const y = x;\n',
  ],
  [
    "web-and-server-meet-in-the-contract",
    "web/app/server.ts",
    'import "#server/features/orders/orders.repository.ts";\n',
  ],
  ["server-knows-no-web", "server/src/web.ts", 'import "#web/x.ts";\n'],
  ["emulators-are-outside", "server/src/emulator.ts", 'import "#emulators/x.ts";\n'],
  [
    "emulators-know-no-product",
    "emulators/product.ts",
    'import "#server/features/orders/orders.repository.ts";\n',
  ],
  ["sql-only-in-repositories", "server/src/features/a/sql.service.ts", 'import "#server/db/tables/t.ts";\n'],
  [
    "a-feature-is-entered-by-its-service",
    "server/src/features/a/other.service.ts",
    'import "#server/features/orders/orders.repository.ts";\n',
  ],
  [
    "services-know-no-http",
    "server/src/features/a/http.service.ts",
    'import { h } from "#server/platform/http/h.ts";\nexport const y = h;\n',
  ],
  [
    "platform-providers-and-db-know-no-feature",
    "server/src/platform/feature.ts",
    'import "#server/features/orders/orders.repository.ts";\n',
  ],
  [
    "platform-knows-no-provider",
    "server/src/platform/provider.ts",
    'import "#server/providers/storage/s.ts";\n',
  ],
  ["db-knows-no-platform", "server/src/db/platform.ts", 'import "#server/platform/x.ts";\n'],
  ["web-features-meet-in-routes", "web/app/features/a/a.ts", 'import "#web/features/b/b.ts";\n'],
  ["ui-knows-no-feature", "web/app/ui/feature.ts", 'import "#web/features/b/b.ts";\n'],
  ["no-circles", "contract/circle-back.ts", 'import "./circle.ts";\nexport const b = 1;\n'],
];

const clean = {
  "server/src/features/orders/orders.service.ts":
    'import { rows } from "./orders.repository.ts";\nexport const all = rows;\n',
  "drawing/kept.ts": "import type { A } from '#contract/kept.ts';\nexport const one: A = 1;\n",
  "contract/kept.ts": "export type A = number;\n",
  "server/src/features/a/a.service.ts":
    'import { all } from "#server/features/orders/orders.service.ts";\nexport const a = all;\n',
};

let folder: string;
let summary: Report["summary"];

/** The tool reads one tree that breaks every rule once, beside files that keep them all. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rules-"));
  for (const name of [".dependency-cruiser.cjs", "package.json", "tsconfig.json"]) {
    await cp(join(projectRoot, name), join(folder, name));
  }
  await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  const broken = Object.fromEntries(planted.map(([, from, text]) => [from, text]));
  for (const [path, text] of Object.entries({ ...shared, ...broken, ...clean })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const tool = join(projectRoot, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const importing = ["--import", join(projectRoot, "scripts/typescript-6.mjs")];
  const rules = ["--config", ".dependency-cruiser.cjs", "--output-type", "json"];
  const roots = ["contract", "drawing", "server", "web", "emulators"];
  const { stdout } = await run(process.execPath, [...importing, tool, ...rules, ...roots], {
    cwd: folder,
    maxBuffer: 50_000_000,
  }).catch((error) => error);
  summary = (JSON.parse(stdout) as Report).summary;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(planted)("the rule %s catches the violation planted in %s", (rule, from) => {
  const caught = summary.violations.filter((violation) => violation.from === from);
  expect(caught.map((violation) => violation.rule.name)).toContain(rule);
});

test("every planted file is read", () => {
  const files = [...Object.keys(shared), ...Object.keys(clean), ...planted.map(([, from]) => from)];
  expect(summary.totalCruised).toBeGreaterThanOrEqual(files.length);
});

test("files that keep the rules have no violation, so the rules do not cry at everything", () => {
  const accused = new Set(summary.violations.map(({ from }) => from));
  const kept = [...Object.keys(shared), ...Object.keys(clean)].filter(
    (path) => path !== "contract/circle.ts",
  );
  expect(kept.filter((path) => accused.has(path))).toEqual([]);
});
