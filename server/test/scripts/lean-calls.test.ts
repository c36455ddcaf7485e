import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lean } from "../../../scripts/lean-calls.ts";
import { weighScreens } from "../../../scripts/weigh-screens.ts";

const form = `import { z } from "zod";
import { call } from "./call.ts";
import { envelope } from "./fields.ts";
const name = z.string().max(5);
export const thingForm = z.object({ ...{ name } });
export const path = "/things";
`;

test("of a call, method and path are left for browsers, and of its module what they still need", () => {
  const code = `${form}export const addThing = call({
  method: "POST",
  path: \`\${path}/{id}\`,
  access: "member",
  body: thingForm.extend({ more: z.string() }),
  answer: envelope(thingForm),
  errors: ["NOT_FOUND"],
});
`;
  const left = lean(code, "/contract/things.ts");
  expect(left).toMatch(/call\(\{\s*method: "POST",\s*path: `\$\{path\}\/\{id\}`,\s*\}\)/);
  expect(left).not.toContain("fields.ts");
  // The form's own schema may be another module's need.
  expect(left).toContain('import { z } from "zod";');
  expect(left).toContain("export const thingForm = /* @__PURE__ */ (() => (z.object({ ...{ name } })))();");
});

test("calls that a helper states keep none of the schemas that it is given", () => {
  const code = `import { z } from "zod";
import { sectionCalls } from "./content-sections.ts";
export const { get: getThing } = sectionCalls("/thing", { noun: "thing", record: z.object({}) });
`;
  const left = lean(code, "/contract/thing.ts");
  expect(left).toContain('sectionCalls("/thing", {');
  expect(left).not.toMatch(/zod|noun|record/);
});

test("no screen waits for what checks a form", () => {
  const screens = weighScreens(fileURLToPath(new URL("../../../build", import.meta.url)));
  const waiting = screens.filter(({ files }) => files.some((file) => file.includes("/schemas-")));
  expect(waiting.map(({ path }) => path)).toEqual([]);
});

test("nothing for browsers asks a call for more than is left of it", () => {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root }).map((file) => readFileSync(root + file, "utf8"));
  const contract = read("contract/**/*.ts").join("\n");
  const single = [...contract.matchAll(/export const (\w+) = (?:call|\w+Call)\(/g)].map(([, name]) => name!);
  const several = [...contract.matchAll(/export const \{([^}]*)\} = \w+Calls\(/g)].flatMap(([, names]) =>
    names!.split(",").flatMap((name) => name.split(":").at(-1)!.trim() || []),
  );
  const names = [...single, ...several];
  expect(names.length).toBeGreaterThan(200);
  const asked = new RegExp(`(?<!typeof )\\b(?:${names.join("|")})\\.(?!method\\b|path\\b)\\w+`, "g");
  expect(read("web/app/**/*.{ts,tsx}").flatMap((source) => source.match(asked) ?? [])).toEqual([]);
});
