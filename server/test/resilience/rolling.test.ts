import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { openShop } from "#server/open-shop.ts";
import { createLog } from "#server/platform/log.ts";
import { ownEnvironment, type ShopProcess, startShopProcess } from "../helpers/shop-process.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

/** One status, or what went wrong. */
function ask(url: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    get(url, { agent }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode!));
    }).once("error", ({ message }) => resolve(message));
  });
}

test("a process that was told to stop says so to balancers while it still answers, and ends each connection", async () => {
  const config = { ...readConfig({ ...(await ownEnvironment()), DEMO: "off" }), shutdownDelayMs: 1_500 };
  const shop = await openShop(config, createLog("silent"));
  const url = await shop.http.listen({ host: "127.0.0.1", port: 0 });
  const before = await fetch(`${url}/readyz`);
  expect([before.status, before.headers.get("connection")]).toEqual([200, "keep-alive"]);
  const stopped = shop.stop();
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  for (const path of ["/healthz", "/packages"]) {
    const answer = await fetch(url + path);
    expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  }
  await stopped;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test("a request that is on its way while the port closes is still answered", async () => {
  const config = { ...readConfig({ ...(await ownEnvironment()), DEMO: "off" }), shutdownDelayMs: 0 };
  const shop = await openShop(config, createLog("silent"));
  const url = new URL(await shop.http.listen({ host: "127.0.0.1", port: 0 }));
  const late = connect({ host: url.hostname, port: Number(url.port) });
  onTestFinished(() => void late.destroy());
  await once(late, "connect");
  late.write("GET /packages HTTP/1.1\r\nHost: shop\r\n");
  // Once the server has seen the connection, and no longer listens.
  await fetch(`${url}healthz`);
  const stopped = shop.stop();
  await expect
    .poll(() =>
      fetch(`${url}healthz`).then(
        () => "open",
        () => "closed",
      ),
    )
    .toBe("closed");
  late.write("\r\n");
  const [answer] = await once(late, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  await stopped;
});

test("processes that are changed one by one behind a balancer that asks /readyz fail nobody's request", async () => {
  const env = { ...(await ownEnvironment()), SHUTDOWN_DELAY_SECONDS: "3" };
  const shops: ShopProcess[] = [await startShopProcess(env)];
  const ready = new Set(shops);
  let turn = 0;
  const front = await startTcpProxy(() => {
    const shop = [...ready][turn++ % ready.size];
    return shop ? { host: "127.0.0.1", port: Number(new URL(shop.url).port) } : null;
  });
  let going = true;
  const watch = async (shop: ShopProcess) => {
    while (going && shops.includes(shop)) {
      if ((await ask(`${shop.url}/readyz`, new Agent())) === 200) ready.add(shop);
      else ready.delete(shop);
      await pause(20);
    }
  };
  const watches = [watch(shops[0]!)];
  const seen = new Map<number | string, number>();
  const lanes = [new Agent(), new Agent({ keepAlive: true }), new Agent({ keepAlive: true })].map(
    async (agent) => {
      while (going) {
        const status = await ask(`http://127.0.0.1:${front.port}/packages`, agent);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        await pause(10);
      }
      agent.destroy();
    },
  );
  for (let change = 0; change < 2; change += 1) {
    const next = await startShopProcess(env);
    shops.push(next);
    watches.push(watch(next));
    await expect.poll(() => ready.has(next)).toBe(true);
    const old = shops[0]!;
    await old.kill("SIGTERM");
    shops.shift();
    expect(await old.ended, old.output()).toBe(0);
  }
  going = false;
  await Promise.all([...lanes, ...watches]);
  expect([...seen.keys()]).toEqual([200]);
}, 120_000);
