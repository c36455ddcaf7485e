import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const mutate = (args: string[], nodeArgs: string[] = []) =>
  spawnSync(process.execPath, [...nodeArgs, "scripts/mutate.mjs", ...args], { encoding: "utf8" });

/** An older Node, which cannot load the mutation runner. */
const older = `
  import { registerHooks } from "node:module";
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
  registerHooks({
    resolve(name, context, next) {
      if (name.startsWith("@stryker-mutator")) throw new Error("It needs Node 22.");
      return next(name, context);
    },
  });`;

// Elsewhere Node 24 comes as no package.
test.runIf(process.platform === "linux")(
  "mutation testing begun under an older Node goes on under Node 24",
  () => {
    const { status, stderr } = mutate(
      ["no-such-group"],
      ["--import", `data:text/javascript,${encodeURIComponent(older)}`],
    );
    expect(stderr).toMatch(/^Name any of: authorization, /);
    expect(status).toBe(2);
  },
);

test("mutation testing of lines that hold nothing to change is no pass", () => {
  const { status, stderr } = mutate(["authorization", "--lines", "access.ts:1-2"]);
  expect(stderr).toContain("authorization: no change could be made there, so nothing was tested.");
  expect(status).toBe(1);
});
