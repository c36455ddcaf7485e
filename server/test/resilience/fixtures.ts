import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { mostRunsAtOnce } from "#contract/shop-settings-form.ts";
import { SHOP, startPaypal, type TestPaypal } from "#emulators/test/paypal-support.ts";
import { type Db, openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { grantCredits } from "#server/features/credits/credits.service.ts";
import { type Emulator, openEmulator, testKey } from "../generations/generator-shop.ts";
import { type ProcessOptions, type ShopProcess, startShopProcess } from "../helpers/shop-process.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";
import { openTestShop, sendOrThrow, type TestShop } from "../helpers/test-shop.ts";
import { startMailServer, type TestMailServer } from "../mail/mail-server.ts";
import { startTcpProxy, type TcpProxy, targetOf } from "./tcp-proxy.ts";

/** Credits that each person begins with, and what one purchase brings. */
export const firstCredits = 1_000;
export const creditsOfPackage = 10;
export const appSecret = "a secret that only the tests know, long enough";

export interface Actor {
  id: string;
  email: string;
  cookie: string;
}

/**
 * Everything that a shop meets in its life, over real sockets: a database behind a proxy that can be cut, PayPal with
 * its webhooks, the model, a mail server; and shop processes behind one address, which the test starts and ends.
 */
export interface Fixture {
  /** The one public address; each connection goes to one of the living processes. */
  url: string;
  db: Db;
  /** Between the shops and their database. */
  proxy: TcpProxy;
  /** Reaches the database directly. */
  connectionString: string;
  paypal: TestPaypal;
  model: Emulator;
  mail: TestMailServer;
  dataDir: string;
  people: Actor[];
  admin: Actor;
  packageId: string;
  /** The living shop processes. */
  shops: Set<ShopProcess>;
  start(env?: Record<string, string>, options?: ProcessOptions): Promise<ShopProcess>;
  /** Kills a process, and takes it off the address first. */
  end(shop: ShopProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void>;
  call(method: string, path: string, as?: Actor | null, body?: object): Promise<Reply>;
}

export interface Reply {
  /** Null where the connection broke. */
  status: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

export async function openFixture(
  options: { people?: number; modelDelayMs?: number } = {},
): Promise<Fixture> {
  const database = await cloneTestDatabase(inject("postgres"));
  onTestFinished(database.drop);
  const dataDir = await mkdtemp(join(tmpdir(), "shop-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db, close } = openDatabase(database.connectionString, { max: 4, onError: () => undefined });
  onTestFinished(close);
  const proxy = await startTcpProxy(() => targetOf(database.connectionString));
  const model = await openEmulator({ delayMs: options.modelDelayMs ?? 150 });
  const paypal = await startPaypal({ webhookRetryDelays: Array(40).fill(500) });
  const mail = await startMailServer();
  const shops = new Set<ShopProcess>();
  let turn = 0;
  const front = await startTcpProxy(() => {
    const living = [...shops];
    turn += 1;
    const shop = living[turn % living.length];
    return shop ? { host: "127.0.0.1", port: Number(new URL(shop.url).port) } : null;
  });
  const url = `http://127.0.0.1:${front.port}`;
  const throughProxy = new URL(database.connectionString);
  const env = {
    APP_SECRET: appSecret,
    APP_URL: url,
    PAYPAL_API_URL: paypal.baseUrl,
    GEMINI_API_URL: model.url,
    SMTP_URL: mail.url,
  };

  const start: Fixture["start"] = async (more = {}, options = {}) => {
    const variables = {
      DATABASE_URL: `postgresql://${throughProxy.username}@127.0.0.1:${proxy.port}${throughProxy.pathname}?sslmode=disable`,
      DATA_DIR: dataDir,
      ...env,
      ...more,
    };
    const shop = await startShopProcess(variables, options);
    shops.add(shop);
    void shop.ended.then(() => shops.delete(shop));
    return shop;
  };

  const call: Fixture["call"] = async (method, path, as, body) => {
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          connection: "close",
          accept: "application/json",
          ...(as ? { cookie: as.cookie } : {}),
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
      };
    } catch {
      return { status: null, body: null };
    }
  };

  const fixture: Fixture = {
    url,
    db,
    proxy,
    connectionString: database.connectionString,
    paypal,
    model,
    mail,
    dataDir,
    people: [],
    admin: { id: "", email: "", cookie: "" },
    packageId: "",
    shops,
    start,
    async end(shop, signal) {
      shops.delete(shop);
      await shop.kill(signal);
    },
    call,
  };
  // In this process: one of its own would take two seconds to start.
  const filling = await openTestShop({ database: database.connectionString, dataDir, env });
  await fillShop(fixture, filling, options.people ?? 4);
  await filling.stop();
  return fixture;
}

/** An admin, a key, PayPal with its webhook, something to buy, and people with credits. */
async function fillShop(fixture: Fixture, shop: TestShop, people: number): Promise<void> {
  const admin = await shop.signUp({ role: "Admin" });
  fixture.admin = admin;
  const must = (method: string, url: string, body: object) =>
    sendOrThrow(shop, { method, url, body, as: admin });
  await must("POST", "/api/gemini-keys", { name: "Main", key: testKey });
  await must("PUT", "/api/shop-settings", { runsAtOnce: mostRunsAtOnce });
  await must("PUT", "/api/paypal-settings", {
    clientId: SHOP.clientId,
    clientSecret: SHOP.secret,
    enablePayPal: true,
  });
  await must("POST", "/api/paypal-settings/webhook", {});
  const product = { packageName: "Creator", price: "12.50", credit: creditsOfPackage, validity: 30 };
  fixture.packageId = (
    await must("POST", "/add-package", { ...product, membershipLevel: "premium" })
  ).data._id;
  for (let number = 0; number < people; number += 1) {
    const person = await shop.signUp();
    const grant = { userId: person.id, amount: firstCredits, reason: "gift", reference: newId() } as const;
    await fixture.db.transaction((tx) => grantCredits(tx, grant));
    fixture.people.push(person);
  }
}
