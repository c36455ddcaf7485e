import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";

const page = readFileSync(join(projectRoot, "docs/security.md"), "utf8");

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they come before those of level 3. */
const sections: Record<string, number> = {
  ...{ "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1 },
  ...{ "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4 },
  ...{ "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3 },
  ...{ "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1 },
  ...{ "8.4": 1, "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2 },
  ...{ "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1, "12.1": 3, "12.2": 2 },
  ...{ "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3 },
  ...{ "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4 },
  "17.3": 2,
};

/** "1.2.6, 1.2.7" and "4.4.1–4.4.4" as single numbers. */
function numbersIn(cell: string): string[] {
  return cell.split(", ").flatMap((part) => {
    const [first = "", last = first] = part.split("–");
    const section = first.slice(0, first.lastIndexOf("."));
    const [from, to] = [first, last].map((number) => Number(number.split(".")[2]));
    return Array.from({ length: to! - from! + 1 }, (_, index) => `${section}.${from! + index}`);
  });
}

test("every requirement of ASVS levels 1 and 2 has one row that says how the shop stands to it", () => {
  const rows = [...page.matchAll(/^\| (\d+\.\d[\d., –]*) \| (✓|–|△|op) \| (.+) \|$/gm)];
  const told = rows.flatMap((row) => numbersIn(row[1]!));
  const asked = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(told.toSorted()).toEqual(asked.toSorted());
  const silent = rows.filter((row) => !row[3]!.trim());
  expect(silent.map((row) => row[1])).toEqual([]);
});

test("every test that the page on security names is there", () => {
  const folders = globSync("server/test/*/", { cwd: projectRoot }).map((folder) => folder.split("/").at(-1)!);
  const name = new RegExp(`(?<![\\w./-])((?:e2e/journeys|${folders.join("|")})/[\\w*-]+)(?![\\w./-])`, "g");
  const named = [...new Set([...page.matchAll(name)].map((found) => found[1]!))];
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter((test) => {
    const file = `${test.startsWith("e2e/") ? test : `server/test/${test}`}.test.ts`;
    return test.endsWith("*")
      ? globSync(file, { cwd: projectRoot }).length === 0
      : !existsSync(join(projectRoot, file));
  });
  expect(missing).toEqual([]);
});

test("every threat names a test by its own name, and each one named stands in its file", () => {
  const [, table] = /^## Threats(.+?)^## /ms.exec(page)!;
  const rows = table!.match(/^\| (?!calls|---).+$/gm)!;
  const guarantees = rows.map((row) => {
    const shownBy = row.split(" | ").at(-1)!;
    return [...shownBy.matchAll(/([\w/-]+): ('.+?')(?=; [\w/-]+: '| \|$)/g)].flatMap(([, file, names]) =>
      names!
        .slice(1, -1)
        .split("', '")
        .map((name) => ({ file: file!, name })),
    );
  });
  expect(rows.filter((_, at) => guarantees[at]!.length === 0)).toEqual([]);
  const missing = guarantees.flat().filter(({ file, name }) => {
    const path = join(projectRoot, `${file.startsWith("e2e/") ? "" : "server/test/"}${file}.test.ts`);
    if (!existsSync(path)) return true;
    const titles = [...readFileSync(path, "utf8").matchAll(/(?:\b(?:test|it)|\))\(\s*["`](.+?)["`],/g)];
    return !titles.some(([, title]) =>
      name.endsWith("…") ? title!.startsWith(name.slice(0, -1)) : title === name,
    );
  });
  expect(missing).toEqual([]);
  expect(rows.length).toBeGreaterThan(25);
});
