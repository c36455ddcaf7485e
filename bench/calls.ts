import { parseArgs } from "node:util";
import { startPaypal } from "../e2e/helpers/paypal.ts";
import { closedLoop, drain, median, send, textOf } from "./support/load.ts";
import { makeOrder, post } from "./support/make-order.ts";
import { conclude, table } from "./support/print.ts";
import { type BenchProcess, processorTimeOf, startProcess } from "./support/processes.ts";
import { type BenchPerson, startBenchShop } from "./support/shop.ts";

/**
 * Processor time of one call and of one screen in the shop's process, beside a bare Node server that makes one prepared
 * query and sends its rows, and one that only sends the same bytes, taking turns. PostgreSQL's own time is in neither.
 * A busy machine leaves the ratios as they are. `npm run bench -- calls`, or `--only orders` for a part.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
  },
});
const timing = { warmUpMs: 0, measureMs: Number(values.seconds) * 1000, spreadMs: 100 };
const rounds = Number(values.rounds);
const atOnce = 20;

interface Measured {
  name: string;
  goal: { timesBare: number } | { ms: number };
  once(worker: number): Promise<void>;
  /** The rows that the bare server sends; the packages where it is not the items. */
  bare?: "items";
}

const paypal = await startPaypal();
const env = { DEMO: "on", ...paypal.env };
const shop = await startBenchShop({ people: atOnce, env });
const { people, admin } = shop;
const personOf = (worker: number) => people[worker % people.length]!;

async function ask(path: string, as?: BenchPerson): Promise<void> {
  // As a browser asks for a screen.
  const headers: Record<string, string> = as
    ? { cookie: as.cookie, accept: "text/html,application/xhtml+xml,*/*;q=0.8" }
    : {};
  const answer = await send(shop.url + path, { method: "GET", headers });
  await drain(answer);
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}.`);
}

const packages = JSON.parse(await textOf(await send(`${shop.url}/packages`, { method: "GET" })));
async function pay(as: BenchPerson): Promise<string> {
  const { orderId } = await makeOrder(shop.url, as, packages[0]._id);
  const body = { orderId, kind: "package" };
  const { data } = await post<{ data: { id: string } }>(`${shop.url}/api/paypal/orders`, as, body);
  await paypal.approve(data.id);
  await post(`${shop.url}/api/paypal/orders/${data.id}/capture`, as, {});
  return orderId;
}

const paid: string[] = [];
const screens = [
  ...["dashboard", "generate-image", "gallery", "credits", "select-package", "items", "pending-payment"],
  ...["subscription-history", "orders", "support", "create-support"],
].map((name) => `/user/${name}`);
const backOffice = [
  ...["dashboard", "orders", "items-orders", "users", "audit-log", "support-messages", "settings"],
  ...["packages", "items"],
].map((name) => `/admin/${name}`);

const all: Measured[] = [
  { name: "GET /packages", goal: { timesBare: 1 }, once: () => ask("/packages") },
  { name: "GET /items", goal: { timesBare: 1 }, once: () => ask("/items"), bare: "items" },
  {
    name: "new order",
    goal: { timesBare: 5 },
    once: async (worker) => void (await makeOrder(shop.url, personOf(worker), packages[0]._id)),
  },
  { name: "paid order", goal: { ms: 50 }, once: async (worker) => void (await pay(personOf(worker))) },
  {
    name: "receipt of an order",
    goal: { ms: 4 },
    once: (worker) => ask(`/order/${paid[worker % paid.length]}/receipt`, personOf(worker % paid.length)),
  },
  ...[...screens, "/profile"].map((path) => ({
    name: `screen ${path}`,
    goal: { ms: 10 },
    once: (worker: number) => ask(path, personOf(worker)),
  })),
  ...backOffice.map((path) => ({ name: `screen ${path}`, goal: { ms: 10 }, once: () => ask(path, admin) })),
];
const chosen = all.filter(({ name }) => name.includes(values.only));

const bareServer = (env: Record<string, string>) => startProcess(["bench/support/bare-server.ts"], env);
async function bareServers(name: "packages" | "items", order: string) {
  const QUERY = `select * from ${name} where archived_at is null order by ${order} limit 1000`;
  const ANSWER = await textOf(await send(`${shop.url}/${name}`, { method: "GET" }));
  return {
    query: await bareServer({ QUERY, DATABASE_URL: shop.connectionString }),
    bytes: await bareServer({ ANSWER }),
  };
}
const bare = {
  packages: await bareServers("packages", "position, created_at, id"),
  items: await bareServers("items", "position, created_at desc, id"),
};

/** Milliseconds of the process's own time for each time that `once` was done. */
async function timeOf({ pid }: BenchProcess, once: (worker: number) => Promise<void>): Promise<number> {
  const before = processorTimeOf(pid).own;
  const { times } = await closedLoop(atOnce, timing, once);
  return (processorTimeOf(pid).own - before) / times.length;
}

const askBare = (server: BenchProcess) => async () => drain(await send(server.url, { method: "GET" }));
const rows = [["at 20 at once", "processor time", "of bare query", "of bare bytes", "goal"]];
let met = true;
try {
  paid.push(...(await Promise.all(people.slice(0, 4).map(pay))));
  for (const { name, goal, once, bare: of = "packages" } of chosen) {
    const found: Record<"query" | "bytes" | "shop", number[]> = { query: [], bytes: [], shop: [] };
    for (let round = 0; round < rounds; round += 1) {
      // The first of them warms up.
      if (round === 0) await timeOf(shop, once);
      found.query.push(await timeOf(bare[of].query, askBare(bare[of].query)));
      found.bytes.push(await timeOf(bare[of].bytes, askBare(bare[of].bytes)));
      found.shop.push(await timeOf(shop, once));
    }
    const [own, query, bytes] = [median(found.shop), median(found.query), median(found.bytes)];
    const isMet = "ms" in goal ? own <= goal.ms : own <= goal.timesBare * query;
    met &&= isMet;
    const wanted = "ms" in goal ? `${goal.ms} ms` : `${goal.timesBare} × query`;
    rows.push([
      name,
      `${own.toFixed(2)} ms`,
      `${(own / query).toFixed(1)} ×`,
      `${(own / bytes).toFixed(1)} ×`,
      `${isMet ? "within" : "over"} ${wanted}`,
    ]);
    // All of them take a quarter of an hour.
    console.error(rows.at(-1)!.join("  "));
  }
} finally {
  const servers = Object.values(bare).flatMap(({ query, bytes }) => [query, bytes]);
  // Before the shop, with which their database goes.
  await Promise.all(servers.map((server) => server.stop()));
  await shop.stop();
  await paypal.close();
}
console.log(table(rows));
conclude(met, "each within the goal that stands beside it");
