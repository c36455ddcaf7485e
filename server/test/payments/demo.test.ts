import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#server/config.ts";
import { mountEmulators } from "#server/demo/mount-emulators.ts";
import { seedDemoPaypal } from "#server/features/payments/settings/change-paypal-settings.ts";
import { readPaypalSettings } from "#server/features/payments/settings/paypal-settings.ts";
import { openShop } from "#server/open-shop.ts";
import { createLog } from "#server/platform/log.ts";
import { freePort } from "../../../e2e/helpers/free-port.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";

test("the demo's settings point at its own emulator, and the shop registers the webhook by itself", async () => {
  const database = await cloneTestDatabase(inject("postgres"));
  const dataDir = await mkdtemp(join(tmpdir(), "demo-"));
  const port = await freePort();
  const config = readConfig({
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    APP_SECRET: "a secret that only the tests know, long enough",
    LOG_LEVEL: "silent",
  });
  const shop = await openShop(config, createLog("silent"), { pages: mountEmulators });
  onTestFinished(async () => {
    await shop.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  await Promise.all([seedDemoPaypal(shop.platform), seedDemoPaypal(shop.platform)]);
  await shop.http.listen({ host: "127.0.0.1", port });
  shop.start();
  await vi.waitFor(async () => {
    const { sandbox } = await readPaypalSettings(shop.platform.db);
    expect(sandbox.webhookId).not.toBe("");
  }, 20_000);
  const answer = await shop.http.inject({ url: "/api/paypal-settings" });
  const { data } = answer.json();
  expect(data).toMatchObject({
    clientId: "test",
    enablePayPal: true,
    sdkUrl: `${config.appUrl}/demo/paypal/sdk/js`,
  });
  const script = await fetch(`${data.sdkUrl}?client-id=test&currency=USD&intent=capture&components=buttons`);
  expect(script.status).toBe(200);
});
