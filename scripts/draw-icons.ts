/** Writes the bundled icon set as one file of symbols: node scripts/draw-icons.ts */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { iconClasses } from "#contract/icons.ts";

type Shape = [tag: string, attributes: Record<string, string>];

const folder = join(import.meta.dirname, "../web/public/media");
const icons = join(import.meta.dirname, "../node_modules/lucide-react/dist/esm/icons");

async function symbolOf(name: string): Promise<string> {
  const { __iconData: data } = (await import(join(icons, `${name.replace(/^icon-/, "")}.mjs`))) as {
    __iconData: { node: Shape[] };
  };
  const shapes = data.node.map(([tag, { key: _key, ...attributes }]) => {
    const text = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
    return `<${tag}${text.join("")}/>`;
  });
  return (
    `<symbol id="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" ` +
    `stroke-linecap="round" stroke-linejoin="round">${shapes.join("")}</symbol>`
  );
}

const symbols = await Promise.all(iconClasses.map(symbolOf));
await mkdir(folder, { recursive: true });
await writeFile(
  join(folder, "icons.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg"><!-- Lucide, ISC License, https://lucide.dev/license -->\n${symbols.join("\n")}\n</svg>\n`,
);
