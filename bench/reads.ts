import { parseArgs } from "node:util";
import { closedLoop, drain, type Measured, median, quantile, send, textOf } from "./support/load.ts";
import { ms, percent, perSecond, table } from "./support/print.ts";
import { type BenchProcess, startProcess } from "./support/processes.ts";
import { startBenchShop } from "./support/shop.ts";

/**
 * Answers a second of reads from the database, beside a bare Node server that sends the same bytes and one that
 * makes the same query without a framework, a session or a schema, taking turns. The load comes from one more
 * process on the same machine, so that the rates are this machine's and the ratios are what counts. Run it with
 * `npm run bench -- reads`.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "3" }, rounds: { type: "string", default: "3" } },
});
const workers = 16;
const timing = { warmUpMs: 1_000, measureMs: Number(values.seconds) * 1000, spreadMs: 100 };

const shop = await startBenchShop({ people: 1, env: { DEMO: "on" } });
const [person] = shop.people;
const headers = { cookie: person!.cookie };
const reads = [
  {
    path: "/packages",
    headers: {},
    query: "select * from packages where archived_at is null order by position, created_at, id limit 1000",
  },
  {
    path: `/users?userEmail=${encodeURIComponent(person!.email)}`,
    headers,
    query: `select s.expires_at, u.*, b.balance from users u left join sessions s on s.user_id = u.id
            left join credit_balances b on b.user_id = u.id where u.id = '${person!.id}'`,
  },
  {
    path: "/api/credits/entries?page=1&pageSize=10",
    headers,
    query: `select s.expires_at, u.role, e.*, count(*) over () as total from users u join sessions s on s.user_id = u.id
            join credit_entries e on e.user_id = u.id and e.account = 'member'
            where u.id = '${person!.id}' order by e.id desc limit 10`,
  },
];

const once = async (url: string, sent: Record<string, string> = {}) => {
  const answer = await send(url, { method: "GET", headers: sent });
  await drain(answer);
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}.`);
};

const bare = (env: Record<string, string>) => startProcess(["bench/support/bare-server.ts"], env);
const rows = [["read", "server", "answers", "of bare HTTP", "of bare query", "median", "99th percentile"]];
const running: BenchProcess[] = [];
try {
  for (const { path, headers, query } of reads) {
    const url = shop.url + path;
    const answer = await textOf(await send(url, { method: "GET", headers }));
    const http = await bare({ ANSWER: answer });
    const queries = await bare({ QUERY: query, DATABASE_URL: shop.connectionString });
    running.push(http, queries);
    const measured: Record<"http" | "queries" | "shop", Measured[]> = { http: [], queries: [], shop: [] };
    for (let round = 0; round < Number(values.rounds); round += 1) {
      measured.http.push(await closedLoop(workers, timing, () => once(http.url)));
      measured.queries.push(await closedLoop(workers, timing, () => once(queries.url)));
      measured.shop.push(await closedLoop(workers, timing, () => once(url, headers)));
    }
    const rate = (of: Measured[]) => median(of.map((one) => one.perSecond));
    for (const [server, of] of Object.entries(measured)) {
      const times = of.flatMap((one) => one.times);
      rows.push([
        path.split("?")[0]!,
        { http: "bare HTTP", queries: "bare query", shop: "shop" }[server]!,
        perSecond(rate(of)),
        percent(rate(of) / rate(measured.http)),
        percent(rate(of) / rate(measured.queries)),
        ms(median(times)),
        ms(quantile(times, 0.99)),
      ]);
    }
    await Promise.all(running.splice(0).map((one) => one.stop()));
  }
} finally {
  await Promise.all(running.map((one) => one.stop()));
  await shop.stop();
}
console.log(`${workers} readers at once, uncached:\n${table(rows)}`);
