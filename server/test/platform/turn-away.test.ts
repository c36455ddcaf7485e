import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { turnAwayTooMany } from "#server/platform/http/turn-away.ts";
import { createLog } from "#server/platform/log.ts";

test("what is too much at once is told so at the door, but health and PayPal's news are let in", async () => {
  const app = Fastify();
  turnAwayTooMany(app, createLog("silent"), 2);
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let inside = 0;
  app.get("/slow", async () => {
    inside += 1;
    await gate;
    return { ok: true };
  });
  for (const path of ["/healthz", "/readyz", "/api/x/events", "/x/events", "/quick"])
    app.get(path, async () => ({ ok: true }));
  app.post("/api/paypal/webhook", async () => ({ ok: true }));
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const status = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).status;

  const slow = [status("/slow"), status("/slow")];
  await expect.poll(() => inside).toBe(2);
  const refused = await fetch(`${url}/quick`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(await refused.json()).toMatchObject({ success: false, code: "UNAVAILABLE" });
  const page = await fetch(`${url}/quick`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(503);
  expect(await page.text()).toContain("tries again by itself");
  for (const path of ["/healthz", "/readyz", "/api/x/events"]) expect(await status(path)).toBe(200);
  expect(await status("/x/events"), "a page whatever it is called").toBe(503);
  expect(await status("/api/paypal/webhook", { method: "POST" })).toBe(200);
  expect((await app.inject("/quick")).statusCode, "a page's own calls").toBe(200);
  letGo();
  expect(await Promise.all(slow)).toEqual([200, 200]);
  await expect.poll(() => status("/quick")).toBe(200);

  // Whoever hangs up before the answer makes room as well.
  const { port } = app.server.address() as AddressInfo;
  for (let number = 0; number < 2; number += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.write("POST /api/paypal/webhook-not HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n");
    socket.destroySoon();
  }
  await expect.poll(() => status("/quick")).toBe(200);
});
