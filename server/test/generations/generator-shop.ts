import { sql } from "drizzle-orm";
import fastify from "fastify";
import sharp from "sharp";
import { expect, onTestFinished } from "vitest";
import { createAiKey } from "#contract/ai-keys.ts";
import { updateShopSettings } from "#contract/shop-settings.ts";
import { mostRunsAtOnce, type ShopSettings } from "#contract/shop-settings-form.ts";
import type { RecordedRequest } from "#emulators/gemini/control.ts";
import type { GeminiFault } from "#emulators/gemini/faults.ts";
import type { ModelChange } from "#emulators/gemini/models.ts";
import { type GeminiEmulatorOptions, geminiEmulator } from "#emulators/gemini/server.ts";
import type { Config } from "#server/config.ts";
import { newId } from "#server/db/ids.ts";
import { lockSettings, saveSettings } from "#server/db/stored-settings.ts";
import { checkLedger, grantCredits } from "#server/features/credits/credits.service.ts";
import { checkGenerations } from "#server/features/generations/generations.service.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

export interface Emulator {
  url: string;
  /** What follows goes wrong: every call, or as many as `times`, or only those with the key or of the model. */
  fault(
    fault: GeminiFault,
    options?: {
      times?: number;
      key?: string;
      model?: string;
      contains?: string;
      delayMs?: number;
      retrySeconds?: number;
    },
  ): Promise<void>;
  clearFaults(): Promise<void>;
  /** The provider drops a model, or announces its end. */
  changeModel(model: string, change: ModelChange): Promise<void>;
  requests(): Promise<RecordedRequest[]>;
}

let drawn: Promise<Buffer> | undefined;
/** One picture for all tests in which drawing is not what is tested; of the size and format that the model answers. */
export function fixedPicture(): Promise<Buffer> {
  drawn ??= sharp({ create: { width: 1376, height: 768, channels: 3, background: "#c02040" } })
    .jpeg()
    .toBuffer();
  return drawn;
}

/** The model's emulator on a port of its own, ended with the test. */
export async function openEmulator(options: GeminiEmulatorOptions = {}): Promise<Emulator> {
  const app = fastify({ forceCloseConnections: true });
  await app.register(geminiEmulator, { control: true, fixedImage: await fixedPicture(), ...options });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return {
    url,
    async fault(fault, { key, model, contains, ...rest } = {}) {
      const payload = { fault, match: { key, model, contains }, ...rest };
      const answer = await app.inject({ method: "POST", url: "/control/faults", payload });
      if (answer.statusCode >= 300) throw new Error(`The fault was refused: ${answer.body}`);
    },
    async changeModel(model, payload) {
      const answer = await app.inject({ method: "PUT", url: `/control/models/${model}`, payload });
      if (answer.statusCode >= 300) throw new Error(`The change was refused: ${answer.body}`);
    },
    async clearFaults() {
      await app.inject({ method: "DELETE", url: "/control/faults" });
    },
    async requests() {
      const answer = await app.inject({ url: "/control/requests" });
      const body = answer.json();
      return Array.isArray(body) ? body : body.requests;
    },
  };
}

export const testKey = "AIza-key-of-the-tests-0123456789-abcd";

export interface GeneratorShop {
  shop: TestShop;
  emulator: Emulator;
  admin: Person;
}

/** A shop with a key and the emulator behind it. */
export async function openGeneratorShop(
  options: {
    emulator?: GeminiEmulatorOptions;
    timeoutMs?: number;
    keys?: string[];
    /** A person may have more runs under way than the default, for what has another limit. */
    manyAtOnce?: boolean;
    /** The text model is asked what the pictures say, which would be in the way of what counts its calls. */
    readsWords?: boolean;
    config?: Partial<Config>;
  } = {},
): Promise<GeneratorShop> {
  const emulator = await openEmulator(options.emulator);
  const shop = await openTestShop({
    config: { geminiApiUrl: emulator.url, geminiTimeoutMs: options.timeoutMs ?? 20_000, ...options.config },
  });
  if (!options.readsWords) await leaveWordsUnread(shop);
  const admin = await shop.signUp({ role: "Admin" });
  for (const key of options.keys ?? [testKey]) {
    const body = { name: `Key ${key.slice(-4)}`, key };
    const answer = await shop.send({ method: "POST", url: createAiKey.path, body, as: admin });
    if (answer.status !== 201) throw new Error(answer.text);
  }
  if (options.manyAtOnce) await changeSettings(shop, admin, { runsAtOnce: mostRunsAtOnce });
  return { shop, emulator, admin };
}

/** Nothing was ever saved, as far as the settings' version tells. */
export async function leaveWordsUnread({ platform }: TestShop): Promise<void> {
  const data = { spellingCheck: false };
  await platform.db.transaction(async (tx) => {
    await lockSettings(tx, "shop");
    await saveSettings(tx, "shop", { data, version: 0 });
  });
  await platform.events.publish(platform.db, "shop-settings");
  await expect.poll(() => readShopSettings(platform)).toMatchObject(data);
}

/** Changed, and heard of by the shop that was asked. */
export async function changeSettings(
  shop: TestShop,
  admin: Person,
  body: Partial<ShopSettings>,
): Promise<void> {
  const answer = await shop.send({ method: "PUT", url: updateShopSettings.path, body, as: admin });
  if (answer.status !== 200) throw new Error(answer.text);
  await expect.poll(() => readShopSettings(shop.platform)).toMatchObject(body);
}

export async function memberWith(shop: TestShop, credits: number): Promise<Person> {
  const person = await shop.signUp();
  const grant = { userId: person.id, amount: credits, reason: "purchase", reference: newId() } as const;
  await shop.platform.db.transaction((tx) => grantCredits(tx, grant));
  return person;
}

export const runInput = (more: object = {}) => ({
  title: "How I built a shop",
  niche: "business",
  style: "professional",
  customPrompt: "A desk with a laptop",
  idempotencyKey: newId(),
  ...more,
});

export async function startGeneration(shop: TestShop, as: Person, more: object = {}) {
  return shop.send({ method: "POST", url: "/api/generations", body: runInput(more), as });
}

/** The run once it is done or failed. Its row is looked at meanwhile, which costs less than the call. */
export async function finished(shop: TestShop, as: Person, id: string) {
  const stageOf = sql`select stage from generations where id = ${id}`;
  await expect
    .poll(async () => (await shop.platform.db.execute(stageOf)).rows[0]?.stage, {
      interval: 20,
      timeout: 60_000,
    })
    .toMatch(/^(done|failed)$/);
  return (await shop.send({ url: `/api/generations/${id}`, as })).body.data;
}

export async function balanceOf(shop: TestShop, person: Person): Promise<number> {
  return (await shop.send({ url: "/api/viewer", as: person })).body.data.user.currentBalance;
}

/** Every sentence that the audits of ledger and runs have to say; none when all is true. */
export async function problemsOf(shop: TestShop): Promise<string[]> {
  return [...(await checkLedger(shop.platform.db)), ...(await checkGenerations(shop.platform.db))];
}
