import { createServer as createHttpServer } from "node:http";
import { relative } from "node:path";
import { createServer } from "vite";
import { root } from "./node.mjs";

const server = createHttpServer();
const vite = await createServer({
  configFile: `${root}/vite.config.ts`,
  root,
  appType: "custom",
  logLevel: "warn",
  server: { middlewareMode: { server }, hmr: { server }, watch: { ignored: ["**/data/**", "**/build/**"] } },
});

/** PostgreSQL stays when the shop starts anew, which it would take a second of. */
const postgres = process.env.DATABASE_URL ? null : await startPostgres();
if (postgres) process.env.DATABASE_URL = postgres.connectionString;

async function startPostgres() {
  const { readConfig } = await vite.ssrLoadModule("/server/src/config.ts");
  const { startOwnPostgres } = await vite.ssrLoadModule("/server/src/platform/postgres/embedded-postgres.ts");
  const log = { info() {}, warn: console.warn, error: console.error };
  return startOwnPostgres({ dataDir: readConfig(process.env).dataDir, log });
}

/** The running shop, or the reason why there is none. */
let shop = null;
let stopping = null;
let fault = null;
let starting = Promise.resolve();

function start() {
  starting = starting.then(async () => {
    stopping = shop;
    shop = null;
    try {
      await stopping?.stop().finally(() => {
        stopping = null;
      });
      const { openDevShop } = await vite.ssrLoadModule("/server/src/dev.ts");
      shop = await openDevShop(() => vite.ssrLoadModule("virtual:react-router/server-build"));
      fault = null;
      if (server.listening) shop.start();
    } catch (error) {
      vite.ssrFixStacktrace(error);
      fault = error;
      console.error(error.stack ?? error);
    }
  });
  return starting;
}

server.on("request", (request, response) => {
  vite.middlewares(request, response, async () => {
    // A job that has to end first may be waiting for the demo's PayPal or Gemini, which the same shop answers.
    if (stopping && request.url.startsWith("/demo/")) return stopping.http.routing(request, response);
    await starting;
    if (shop) return shop.http.routing(request, response);
    response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "1" });
    response.end(`The shop does not start:\n\n${fault?.stack ?? fault}\n`);
  });
});

await start();
if (!shop) {
  await postgres?.stop();
  process.exit(1);
}
const { host, port, appUrl } = shop.platform.config;
server.listen(port, host, () => {
  shop?.start();
  console.log(`  Thumbsmith is open at ${appUrl}, made from its sources.\n`);
});

// One edit touches several files: the shop starts anew once they rest, from what Vite found changed and what imports it.
let pending;
vite.watcher.on("all", (_event, path) => {
  if (!/^(server\/src|contract|drawing|emulators)\//.test(relative(root, path).replaceAll("\\", "/"))) return;
  clearTimeout(pending);
  pending = setTimeout(async () => {
    const begun = performance.now();
    await start();
    if (shop)
      console.log(
        `  ${relative(root, path)} changed: started anew in ${Math.round(performance.now() - begun)} ms`,
      );
  }, 50);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    setTimeout(() => process.exit(1), 8_000).unref();
    await starting;
    await shop?.stop();
    await postgres?.stop();
    await vite.close();
    process.exit(0);
  });
}
