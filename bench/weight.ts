import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { weighScreens } from "../scripts/weigh-screens.ts";
import { table } from "./support/print.ts";

/**
 * What each screen asks for before it can be used, compressed; the limits are in weight.test.ts. Run it with
 * `npm run bench -- weight`; with --screen /user/orders it lists that screen's files.
 */
const { values } = parseArgs({ options: { screen: { type: "string" } } });
const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const screens = weighScreens(resolve(process.env.BUILD_DIR || "build"));

if (values.screen) {
  const screen = screens.find(({ path }) => path === values.screen);
  if (!screen) throw new Error(`No screen has the address ${values.screen}.`);
  console.log(`${screen.files.map((file) => basename(file)).join("\n")}\n`);
}
console.log(
  table([
    ["screen", "scripts", "kB", "styles", "kB"],
    ...screens.map(({ path, scripts, scriptBytes, styles, styleBytes }) => [
      path,
      String(scripts),
      kB(scriptBytes),
      String(styles),
      kB(styleBytes),
    ]),
  ]),
);
