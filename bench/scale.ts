import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openLoop } from "./support/open-loop.ts";
import { conclude, ms, percent, table } from "./support/print.ts";
import { freePort, processorTimeOf, startProcess } from "./support/processes.ts";
import {
  type ActionName,
  actionNames,
  actionsWith,
  bytesOfRuns,
  measureCosts,
} from "./support/scale-actions.ts";
import { demandOf, fullAt, monthly, pick, ratesOf, simulate } from "./support/scale-model.ts";
import { post, startBenchShop, startBuiltServer } from "./support/shop.ts";

/**
 * What ten thousand, a million and a hundred million members take of each part: the costs of their actions are measured
 * here, and docs/scale.md tells what follows. `npm run bench -- scale`. In the end two processes on one database do a
 * mixture of all actions, and their processor time has to be what the model says, within 15 %. Processor time is told
 * apart from waiting, so that a busy machine spoils it less than it does times; it still does.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "40" }, rate: { type: "string", default: "12" } },
});
const goal = 0.15;
const APP_SECRET = "a secret of the benchmark, the same for both processes";

const model = await startProcess(["bench/support/emulator.ts"], { DELAY_MS: "2000" });
const env = { GEMINI_API_URL: model.url, APP_SECRET };
const shop = await startBenchShop({ people: 16, env });
const dataDir = await mkdtemp(join(tmpdir(), "bench-second-"));
const second = await startSecond();
try {
  const key = { name: "Bench", key: "bench-key-of-no-value-0000" };
  await post(shop.url, "/api/gemini-keys", key, shop.admin.cookie);
  const product = {
    packageName: "Creator",
    price: "12.50",
    credit: 10,
    validity: 30,
    membershipLevel: "premium",
  };
  const { data } = (await (await post(shop.url, "/add-package", product, shop.admin.cookie)).json()) as {
    data: { _id: string };
  };
  const actions = actionsWith(data._id);
  const costs = await measureCosts(shop, actions);
  const bytesOfRun = await bytesOfRuns(shop);
  console.log(
    `Measured, the machine's load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} processors:`,
  );
  const rows = actionNames.map((name) => {
    const { shop, database, walBytes } = costs[name];
    return [name, String(monthly[name]), ms(shop), ms(database), `${(walBytes / 1024).toFixed(1)} kB`];
  });
  console.log(table([["action", "a month", "shop", "PostgreSQL", "its log"], ...rows]));

  for (const members of [1e4, 1e6, 1e8]) {
    const demand = demandOf(members, costs, bytesOfRun);
    const { processes, shop, ...rest } = demand;
    // Of very many processors a hundredth part of all behaves as the whole.
    const share = Math.max(1, Math.ceil(processes / 64));
    const rates = ratesOf(members / share);
    const simulated = simulate(rates, costs, { processors: Math.ceil(processes / share), seconds: 120 });
    console.log(`\n${members.toLocaleString("en")} members, in their busiest minute:`);
    const told = { ...rest, shop, processes, simulatedBusy: simulated.busy * share, waitMs: simulated.wait };
    const figure = (value: number) =>
      value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(2);
    console.log(table(Object.entries(told).map(([name, value]) => [name, figure(value)])));
  }

  const order = fullAt(costs).map(([part, members]) => [part, `${(members / 1e6).toPrecision(2)} million`]);
  console.log(`\nFull at so many members:\n${table(order)}`);

  const { measured, expected, counts } = await mixture(actions, costs);
  const error = measured / expected - 1;
  console.log(
    `\nTwo processes, ${JSON.stringify(counts)} in ${values.seconds} s: ${ms(measured)} of processor time, ${ms(expected)} by the model (${percent(error)})`,
  );
  conclude(Math.abs(error) <= goal, `two processes take what the model says, within ${percent(goal)}`);
} finally {
  await second.stop();
  await shop.stop();
  await model.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function startSecond() {
  const port = String(await freePort());
  return startBuiltServer({
    ...env,
    DATABASE_URL: shop.connectionString,
    DATA_DIR: dataDir,
    PORT: port,
    APP_URL: shop.url,
  });
}

/** All actions as often as members do them, in turns at both processes; and what the model makes of the same ones. */
async function mixture(
  actions: ReturnType<typeof actionsWith>,
  costs: Awaited<ReturnType<typeof measureCosts>>,
) {
  // PostgreSQL is the first one's child: the processes alone are compared.
  const used = () => processorTimeOf(shop.pid).own + processorTimeOf(second.pid).own;
  const urls = [shop.url, `http://127.0.0.1:${new URL(second.url).port}`];
  const counts = Object.fromEntries(actionNames.map((name) => [name, 0])) as Record<ActionName, number>;
  const failures: string[] = [];
  let asked = 0;
  const one = async () => {
    const name = pick(monthly, Math.random());
    counts[name] += 1;
    asked += 1;
    try {
      await actions[name](urls[asked % 2]!, shop.people[asked % shop.people.length]!);
      return 200;
    } catch (error) {
      failures.push(String(error));
      return 0;
    }
  };
  await openLoop(Number(values.rate), 5_000, one);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const idleFrom = { at: performance.now(), used: used() };
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  const idle = (used() - idleFrom.used) / (performance.now() - idleFrom.at);
  for (const name of actionNames) counts[name] = 0;
  const from = { at: performance.now(), used: used() };
  await openLoop(Number(values.rate), Number(values.seconds) * 1000, one);
  const measured = used() - from.used - idle * (performance.now() - from.at);
  if (failures.length > 0) throw new Error(`${failures.length} actions failed, first: ${failures[0]}`);
  const expected = actionNames.reduce((sum, name) => sum + counts[name] * costs[name].shop, 0);
  return { measured, expected, counts };
}
