import { randomUUID } from "node:crypto";
import pg from "pg";
import { drain, send, textOf } from "./load.ts";
import { processorTimeOf } from "./processes.ts";
import type { BenchPerson, BenchShop } from "./shop.ts";

/** What members do, as far as it costs something. */
export const actionNames = ["visit", "page", "read", "signIn", "order", "run"] as const;
export type ActionName = (typeof actionNames)[number];

/** Processor time in milliseconds of one action: the shop's process, and its PostgreSQL with the log that it writes. */
export interface Cost {
  shop: number;
  database: number;
  walBytes: number;
}

type Action = (url: string, person: BenchPerson) => Promise<void>;

async function ask(url: string, as: BenchPerson | null, body?: object): Promise<string> {
  const headers = {
    accept: body ? "application/json" : "text/html, application/json",
    ...(as ? { cookie: as.cookie } : {}),
  };
  const answer = await send(url, {
    method: body ? "POST" : "GET",
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if ((answer.statusCode ?? 500) >= 300)
    throw new Error(`${url} answered ${answer.statusCode}: ${await textOf(answer)}`);
  if (body) return textOf(answer);
  await drain(answer);
  return "";
}

/** Each as its screen or its button asks for it; the run until its reader has heard that it is done. */
export function actionsWith(packageId: string): Record<ActionName, Action> {
  const run = {
    title: "The truth about side projects",
    niche: "business",
    style: "bold",
    customPrompt: "A desk",
  };
  const billing = { customerName: "Ada Lovelace", address: "1 Road", country: "United Kingdom", packageId };
  return {
    visit: (url) => ask(url, null).then(() => undefined),
    page: (url, person) => ask(`${url}/user/gallery`, person).then(() => undefined),
    read: (url, person) => ask(`${url}/api/viewer`, person).then(() => undefined),
    signIn: (url, { email }) =>
      ask(`${url}/api/auth/sign-in/email`, null, { email, password: "a long password" }).then(
        () => undefined,
      ),
    order: (url, person) =>
      ask(`${url}/new-order`, person, { ...billing, orderId: randomUUID() }).then(() => undefined),
    async run(url, person) {
      const { id } = JSON.parse(
        await ask(`${url}/api/generations`, person, { ...run, idempotencyKey: randomUUID() }),
      ).data;
      const events = await textOf(
        await send(`${url}/api/generations/${id}/events`, {
          method: "GET",
          headers: { cookie: person.cookie },
        }),
      );
      if (!events.includes('"stage":"done"')) throw new Error(`A run was not done: ${events.slice(-300)}`);
    },
  };
}

/** How often each is done to measure it, four at a time; sign-ins and runs cost the most. */
const repeats: Record<ActionName, number> = {
  visit: 800,
  page: 120,
  read: 800,
  signIn: 60,
  order: 200,
  run: 40,
};

/** The cost of each action by itself: what the processes used meanwhile, without what they use when nobody asks. */
export async function measureCosts(
  shop: BenchShop,
  actions: Record<ActionName, Action>,
): Promise<Record<ActionName, Cost>> {
  const database = new pg.Client({ connectionString: shop.connectionString });
  await database.connect();
  const wal = async () =>
    Number((await database.query("select pg_current_wal_insert_lsn() - '0/0' as bytes")).rows[0].bytes);
  const used = async () => {
    const { own, all } = processorTimeOf(shop.pid);
    return { at: performance.now(), shop: own, database: all - own, walBytes: await wal() };
  };
  try {
    await doAll(shop, actions.read, 200);
    const idleFrom = await used();
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    const idleTo = await used();
    const measured = {} as Record<ActionName, Cost>;
    for (const name of actionNames) {
      await doAll(shop, actions[name], Math.ceil(repeats[name] / 10));
      const from = await used();
      await doAll(shop, actions[name], repeats[name]);
      const to = await used();
      const idle = (to.at - from.at) / (idleTo.at - idleFrom.at);
      const each = (part: "shop" | "database" | "walBytes") =>
        Math.max(0, to[part] - from[part] - idle * (idleTo[part] - idleFrom[part])) / repeats[name];
      measured[name] = { shop: each("shop"), database: each("database"), walBytes: each("walBytes") };
    }
    return measured;
  } finally {
    await database.end();
  }
}

/** What a run's two pictures take in the store, as they came out. */
export async function bytesOfRuns({ connectionString }: BenchShop): Promise<number> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  try {
    const { rows } = await database.query("select 2 * avg(bytes)::float8 as bytes from generation_images");
    return rows[0].bytes;
  } finally {
    await database.end();
  }
}

async function doAll(shop: BenchShop, action: Action, times: number): Promise<void> {
  let left = times;
  const work = async (worker: number) => {
    while (left-- > 0) await action(shop.url, shop.people[worker]!);
  };
  await Promise.all([0, 1, 2, 3].map(work));
}
