import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { openFixture } from "./fixtures.ts";
import { expectNothingLostOrDoubled, invariants, settled } from "./ledger-check.ts";
import { faultsIn, figuresOf, startTraffic } from "./traffic.ts";

test("a database cut off for five seconds under load is answered 503 alone, by calls and pages, and then all is well", async () => {
  const fixture = await openFixture();
  const shop = await fixture.start();
  const pages = await fixture.start({}, { built: true });
  fixture.shops.delete(pages);
  const traffic = startTraffic(fixture);
  await traffic.answers(50);
  const before = fixture.proxy.open();
  await fixture.proxy.cut();
  const [person] = fixture.people;
  const browser = { accept: "text/html", connection: "close" };
  for (const [path, headers] of [
    ["/", browser],
    ["/terms?campaign=1", browser],
    ["/user/dashboard", { ...browser, cookie: person!.cookie }],
    ["/sitemap.xml", {}],
  ] as const) {
    const page = await fetch(pages.url + path, { headers });
    expect([page.status, page.headers.get("retry-after")], path).toEqual([503, "5"]);
    const text = await page.text();
    // Where the process still has the shop's settings in memory, the home page's parts ask for their data by themselves.
    if (headers === browser)
      expect(text).toMatch(
        path === "/"
          ? /The service is not available right now\.|Loading packages\.\.\./
          : /The service is not available right now\./,
      );
  }
  await pause(5_000);
  expect((await fixture.call("GET", "/healthz")).status, "the process lives").toBe(200);
  expect((await fixture.call("GET", "/readyz")).status, "and says that it is not ready").toBe(503);
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  expect(metrics, "Prometheus is told as well").toMatch(/^thumbsmith_database_up 0$/m);
  await fixture.proxy.mend();
  await expect
    .poll(() => fetch(`${pages.url}/`, { headers: browser }).then(({ status }) => status), {})
    .toBe(200);
  await fixture.end(pages, "SIGTERM");
  await expect.poll(async () => (await fixture.call("GET", "/readyz")).status).toBe(200);
  await traffic.answers(50);
  await traffic.stop();
  console.log(`database away: ${figuresOf(traffic.diary)}`);
  expect(traffic.diary.faults, faultsIn(shop.output())).toEqual([]);
  expect(shop.output(), "no statement's parameters in the log").not.toContain("params:");
  expect(shop.output(), "buying and making thumbnails do not wait for each other").not.toContain(
    "deadlock detected",
  );
  expect(traffic.diary.statuses.get("broken") ?? 0).toBe(0);
  expect(traffic.diary.statuses.get(503)).toBeGreaterThan(0);
  expect(await invariants(fixture)).toEqual([]);
  // Jobs are woken by news alone here: the one connection that listens has come back, and once.
  await settled(fixture, traffic.diary);
  await expectNothingLostOrDoubled(fixture, traffic.diary);
  expect(fixture.proxy.open(), "connections").toBeLessThanOrEqual(Math.max(before, 21));
  await fixture.end(shop, "SIGTERM");
});
