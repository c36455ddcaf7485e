import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface ScreenWeight {
  /** Its address with the names of its parameters: "/admin/orders/:id". */
  path: string;
  scripts: number;
  /** As they are sent: compressed by Brotli. */
  scriptBytes: number;
  styles: number;
  styleBytes: number;
  /** Addresses of the scripts. */
  files: string[];
  /** Those of them that are another screen's own. */
  ofOthers: string[];
}

interface Files {
  module?: string;
  imports?: string[];
  css?: string[];
}

interface Manifest {
  entry: Files;
  routes: Record<string, Files & { id: string; parentId?: string; path?: string; index?: boolean }>;
}

/**
 * The script and style files that each screen of a built shop asks for before it can be used, by the route manifest that
 * the browser gets. What a screen loads later, such as an editor or a chart, is not among them.
 */
export function weighScreens(buildDir: string): ScreenWeight[] {
  const client = join(buildDir, "client");
  const { entry, routes } = readManifest(join(client, "assets"));
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const modules = new Set(Object.values(routes).map(({ module }) => module));
  return Object.values(routes)
    .filter((route) => !parents.has(route.id) && route.css)
    .map((route) => {
      const chain = [route];
      for (let above = routes[route.parentId ?? ""]; above; above = routes[above.parentId ?? ""])
        chain.unshift(above);
      const all = [entry, ...chain];
      const files = [...new Set(all.flatMap(({ module = [], imports = [] }) => [module, ...imports].flat()))];
      const styles = [...new Set(all.flatMap(({ css = [] }) => css.map((file) => file.replace(/#.*/, ""))))];
      return {
        path: `/${chain.flatMap(({ path }) => path || []).join("/")}`,
        scripts: files.length,
        scriptBytes: bytesOf(client, files),
        styles: styles.length,
        styleBytes: bytesOf(client, styles),
        files,
        ofOthers: files.filter((file) => modules.has(file) && !all.some(({ module }) => module === file)),
      };
    })
    .toSorted((a, b) => a.path.localeCompare(b.path));
}

/** Written as a script that sets one variable to a JSON text. */
function readManifest(folder: string): Manifest {
  const file = readdirSync(folder).find((name) => /^manifest-[0-9a-f]{8}\.js$/.test(name));
  if (!file) throw new Error(`There is no route manifest in ${folder}.`);
  const text = readFileSync(join(folder, file), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
}

function bytesOf(client: string, files: string[]): number {
  return files.reduce((sum, file) => sum + compressedSize(join(client, file)), 0);
}

/** Small files are sent as they are. */
export function compressedSize(file: string): number {
  return (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size;
}
