import { type ActionName, actionNames, type Cost } from "./scale-actions.ts";

/** What one member does in a month of 30 days; one in ten comes on a given day. */
export const monthly: Record<ActionName, number> = {
  visit: 6,
  page: 24,
  read: 60,
  signIn: 1,
  order: 0.25,
  run: 8,
};
/** The busiest minute of a month over the mean. */
export const peak = 5;
/** Beyond this much of a part waiting grows quickly. */
export const utilisation = 0.6;

/**
 * Of the parts beside the processors: what the code says of itself, and what is assumed of others. PostgreSQL's are those
 * of one large machine, the model's and the mail server's those of a usual account.
 */
export const parts = {
  connectionsOfProcess: 22,
  connections: 500,
  databaseProcessors: 32,
  /** Of one project at the model's provider. */
  modelRequestsAMinute: 500,
  picturesOfRun: 2,
  /** Pictures whose words the one process that holds that job has read at once, and seconds that a reading takes. */
  readings: 16,
  secondsOfReading: 2,
  /** Senders of the one process that holds the mail job, and seconds that a hand-over takes. */
  mailSenders: 3,
  secondsOfMail: 0.25,
  mailsOfMonth: 1.5,
  /** NOTIFYs of a run; every process hears all of them, and commits that bring one wait for each other. */
  notifiesOfRun: 3,
  notifiesASecond: 5_000,
};

const secondsOfMonth = 30 * 86_400;

export interface Demand {
  members: number;
  /** Of the busiest minute, a second. */
  requests: number;
  runs: number;
  mails: number;
  /** Processors that are wholly busy at that. */
  shop: number;
  database: number;
  /** To stay below `utilisation`. */
  processes: number;
  connections: number;
  modelProjects: number;
  mailSenders: number;
  notifies: number;
  walGigabytesADay: number;
  fileTerabytesAMonth: number;
  ordersAMonth: number;
  runsAMonth: number;
}

export function ratesOf(members: number): Record<ActionName, number> {
  const perSecond = (members * peak) / secondsOfMonth;
  return Object.fromEntries(actionNames.map((name) => [name, monthly[name] * perSecond])) as Record<
    ActionName,
    number
  >;
}

/** What so many members take of each part in their busiest minute. */
export function demandOf(members: number, costs: Record<ActionName, Cost>, bytesOfRun = 0): Demand {
  const rates = ratesOf(members);
  const busy = (part: "shop" | "database") =>
    actionNames.reduce((sum, name) => sum + (rates[name] * costs[name][part]) / 1000, 0);
  const shop = busy("shop");
  const processes = Math.max(2, Math.ceil(shop / utilisation));
  const mails = (members * parts.mailsOfMonth * peak) / secondsOfMonth;
  const wal = actionNames.reduce((sum, name) => sum + monthly[name] * costs[name].walBytes, 0);
  return {
    members,
    requests: actionNames.reduce((sum, name) => sum + rates[name], 0),
    runs: rates.run,
    mails,
    shop,
    database: busy("database"),
    processes,
    connections: processes * parts.connectionsOfProcess,
    modelProjects: Math.ceil((rates.run * parts.picturesOfRun * 60) / parts.modelRequestsAMinute),
    mailSenders: Math.ceil((mails * parts.secondsOfMail) / utilisation),
    notifies: rates.run * parts.notifiesOfRun,
    walGigabytesADay: (members * wal) / 30 / 1e9,
    fileTerabytesAMonth: (members * monthly.run * bytesOfRun) / 1e12,
    ordersAMonth: members * monthly.order,
    runsAMonth: members * monthly.run,
  };
}

/** With how many members each part is as full as it may be, in this order. All of them grow evenly with members. */
export function fullAt(costs: Record<ActionName, Cost>): [part: string, members: number][] {
  const sample = 1e9;
  const { connections, databaseProcessors, mailSenders, modelRequestsAMinute, notifiesASecond } = parts;
  const { readings, secondsOfReading, picturesOfRun } = parts;
  const { shop, database, runs, mails, notifies, processes } = demandOf(sample, costs);
  const full: [string, number][] = [
    ["two processors of shops", (2 * utilisation) / shop],
    ["one project at the model's provider", modelRequestsAMinute / (runs * parts.picturesOfRun * 60)],
    ["connections of PostgreSQL", connections / (processes * parts.connectionsOfProcess)],
    ["readings of words", (readings * utilisation) / (runs * picturesOfRun * secondsOfReading)],
    ["the senders of mails", (mailSenders * utilisation) / (mails * parts.secondsOfMail)],
    ["PostgreSQL's processors", (databaseProcessors * utilisation) / database],
    ["NOTIFY", notifiesASecond / notifies],
  ];
  return full.map(([part, share]): [string, number] => [part, share * sample]).sort(([, a], [, b]) => a - b);
}

export interface Simulated {
  busy: number;
  /** Milliseconds that nineteen of twenty waited at most for a processor. */
  wait: number;
}

/**
 * Arrivals by chance at so many processors, each action taking what was measured, first come first served: what the sums
 * above can't tell is how long one waits. `seed` makes it the same each time.
 */
export function simulate(
  rates: Record<ActionName, number>,
  costs: Record<ActionName, Pick<Cost, "shop">>,
  { processors, seconds, seed = 1 }: { processors: number; seconds: number; seed?: number },
): Simulated {
  const chance = randomFrom(seed);
  const total = actionNames.reduce((sum, name) => sum + rates[name], 0);
  const freeAt = new Float64Array(processors);
  const waits: number[] = [];
  let worked = 0;
  for (let now = 0; ; ) {
    now += -Math.log(1 - chance()) / total;
    if (now > seconds) break;
    const name = pick(rates, chance());
    const took = costs[name].shop / 1000;
    const first = freeAt.indexOf(Math.min(...freeAt));
    const begin = Math.max(now, freeAt[first]!);
    freeAt[first] = begin + took;
    worked += took;
    waits.push((begin - now) * 1000);
  }
  waits.sort((a, b) => a - b);
  return { busy: worked / seconds, wait: waits[Math.floor(waits.length * 0.95)] ?? 0 };
}

/** One action, each as often as it weighs; `chance` is between 0 and 1. */
export function pick(weights: Record<ActionName, number>, chance: number): ActionName {
  let left = chance * actionNames.reduce((sum, name) => sum + weights[name], 0);
  for (const name of actionNames) {
    left -= weights[name];
    if (left < 0) return name;
  }
  return "visit";
}

/** Mulberry32: https://github.com/cprosche/mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
