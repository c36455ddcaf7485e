import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { expect, onTestFinished } from "vitest";
import { curlOf, type Example, type ExampleAnswer } from "#contract/examples/example.ts";
import { logo } from "./example-things.ts";

const run = promisify(execFile);

/** Runs shell lines of the page as they stand there, in a folder of their own; answers the folder and what was printed. */
export async function runShell(lines: string, variables: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "example-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(
    join(folder, ".curlrc"),
    'silent\nshow-error\nmax-time = 60\ndump-header = "headers.txt"\n',
  );
  await writeFile(join(folder, "logo.png"), await logo());
  const env = { PATH: process.env.PATH, HOME: folder, CURL_HOME: folder, ...variables };
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", lines], { cwd: folder, env });
  return { folder, stdout };
}

/** What curl was answered, in the form that is recorded. */
export async function answerTo(example: Example, variables: Record<string, string>): Promise<ExampleAnswer> {
  const { folder, stdout } = await runShell(curlOf(example), variables);
  const head = (await readFile(join(folder, "headers.txt"), "utf8"))
    .trim()
    .split(/\r?\n\r?\n/)
    .at(-1)!;
  const status = Number(/^HTTP\/[\d.]+ (\d{3})/.exec(head)![1]);
  const type = /^content-type: ([^;\r\n]+)/im.exec(head)?.[1] ?? "";
  const written = example.output ? await readFile(join(folder, example.output)) : null;
  const text = () => lasting(written?.toString() ?? stdout, variables);
  if (type === "application/json") return { status, type, body: JSON.parse(text()) };
  if (type.startsWith("text/")) return { status, type, body: text() };
  await expectFile(type, written!);
  return { status, type };
}

/** A file is what its type says. */
async function expectFile(type: string, bytes: Buffer): Promise<void> {
  if (type.startsWith("image/")) expect(`image/${(await sharp(bytes).metadata()).format}`).toBe(type);
  else if (type === "application/zip") expect(bytes.subarray(0, 2).toString()).toBe("PK");
  else expect([type, bytes.readUInt32BE(0)]).toEqual(["font/ttf", 0x0001_0000]);
}

/** Ids and moments differ with each run: the first id of an answer becomes the first of a row of fixed ones. */
export function lasting(text: string, { SHOP, RECEIVER }: Record<string, string>): string {
  const ids = new Map<string, string>();
  let rows = 0;
  return text
    .replaceAll(SHOP!, "https://shop.example")
    .replaceAll(RECEIVER ?? SHOP!, "https://hooks.example.com")
    .replace(/\bwhsec_[\w+/=]+/g, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC8kDmoxTUHQ=")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "2026-11-24T09:30:00.000Z")
    .replace(/"_id":"\d+"/g, () => {
      rows += 1;
      return `"_id":"${rows}"`;
    })
    .replace(/(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g, (id) => {
      ids.set(id, ids.get(id) ?? `6924255a9c1e4b7f3d20a8${String(ids.size + 1).padStart(2, "0")}`);
      return ids.get(id)!;
    });
}
