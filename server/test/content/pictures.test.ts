import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);

/** Every file below a folder whose name ends so, as text. */
async function sources(folder: string, ending: string): Promise<string[]> {
  const entries = await readdir(new URL(folder, root), { recursive: true });
  const names = entries.filter((name) => name.endsWith(ending));
  return Promise.all(names.map((name) => readFile(new URL(`${folder}/${name}`, root), "utf8")));
}

test("every picture that the shop's own content names is there, thumbnails in all widths of the pages' srcset", async () => {
  const there = new Set(await readdir(new URL("web/public/media/defaults/", root)));
  const texts = await sources("server/src/db/seed/content", ".ts");
  const named = new Set(
    texts.flatMap((text) => text.match(/(?<=\/media\/defaults\/)[\w-]+(?=\.webp)/g) ?? []),
  );
  expect(named.size).toBeGreaterThan(20);
  for (const name of named) {
    const widths = /^(voice-|logo$)/.test(name) ? [""] : ["", "-640", "-320"];
    for (const width of widths) expect(there).toContain(`${name}${width}.webp`);
  }
});
