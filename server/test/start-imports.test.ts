import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";

const places: Record<string, string> = {
  "#contract": "contract",
  "#drawing": "drawing",
  "#emulators": "emulators",
  "#server": "server/src",
};

/** Packages that a file brings with its first line, through all files that it imports plainly. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(file) || !file.endsWith(".ts")) return found;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, name] of text.matchAll(/^(?:import|export) (?!type )[^;"=()]*"([^"]+)"/gm)) {
    const [place, ...rest] = name!.split("/");
    const path = name!.startsWith(".")
      ? join(dirname(file), name!)
      : places[place!] && join(projectRoot, places[place!]!, ...rest);
    if (!path) found.add(name!);
    else for (const one of packagesOf(path, seen)) found.add(one);
  }
  return found;
}

test.each(["server/src/main.ts", "server/src/demo/mount-emulators.ts"])(
  "%s starts without the libraries that draw, write mails and read HTML",
  (file) => {
    const packages = [...packagesOf(join(projectRoot, file))];
    expect(packages).toContain(file.includes("demo") ? "zod" : "fastify");
    const late = /^(sharp|@resvg\/|fontkit|pdfkit|nodemailer|sanitize-html|@react-email\/|@googleapis\/)/;
    expect(packages.filter((name) => late.test(name))).toEqual([]);
  },
);
