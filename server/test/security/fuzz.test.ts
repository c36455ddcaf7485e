import { expect, test } from "vitest";
import { SHOP } from "#emulators/test/paypal-support.ts";
import { identities as identityTable } from "#server/db/tables/sessions.ts";
import { checkGenerations } from "#server/features/generations/generations.service.ts";
import { dereferenced } from "#web/features/developers/dereferenced.ts";
import { testKey } from "../generations/generator-shop.ts";
import { fuzzCall, keepSessions } from "./fuzz/fuzz-call.ts";
import { knownValues } from "./fuzz/known.ts";
import { type OpenApi, operationsOf } from "./fuzz/requests.ts";
import { openSeededShop } from "./seeded-shop.ts";

/** Inputs for each call, the seed to begin with, and a part of the names of the calls that are wanted. */
const runs = Number(process.env.FUZZ_RUNS ?? 60);
const byCommand = process.env.FUZZ_BY_COMMAND === "on";
/** The same inputs every time among the other tests; other ones each time the command is run. */
const seed = Number(process.env.FUZZ_SEED ?? (byCommand ? Date.now() % 2 ** 31 : 20_261_121));
const only = process.env.FUZZ_ONLY ?? "";
/** Every so-manieth call, beginning with the so-manieth: "1/1" is all. */
const [part, parts] = (process.env.FUZZ_SLICE ?? "1/1").split("/").map(Number) as [number, number];

test(`${runs} valid and broken inputs for each call, by seven people, are all answered as documented`, async () => {
  const seeded = await openSeededShop();
  const { shop, people } = seeded;
  await keepSessions(seeded);
  const document: unknown = dereferenced((await shop.send({ url: "/api/openapi.json" })).body);
  const hashes = await shop.platform.db.select({ password: identityTable.password }).from(identityTable);
  const secrets = [shop.platform.appSecret, testKey, SHOP.secret, ...hashes.map((row) => row.password!)];
  const seven = ["nobody", "owner", "other", "seller", "moderator", "admin", "expired"] as const;
  // Saved versions first, before they hold lists of hundreds. Settings last: a random price or a missing credential
  // would keep the other calls from getting far.
  const turn = (path: string) => (path.includes("/versions") ? 0 : path.includes("settings") ? 2 : 1);
  const operations = operationsOf(document as OpenApi)
    .filter(({ method, path }) => `${method} ${path}`.includes(only))
    .filter((_, index) => index % parts === part - 1)
    .sort((a, b) => turn(a.path) - turn(b.path));
  const wrong: string[] = [];
  const memoryBefore = process.memoryUsage().rss;
  for (const operation of operations) {
    const begun = Date.now();
    const found = await fuzzCall(seeded, operation, {
      people: seven.map((identity) => people[identity]),
      known: await knownValues(seeded, operation),
      secrets,
      runs,
      seed,
    });
    if (found) wrong.push(found);
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    if (byCommand)
      process.stdout.write(
        `${operation.method} ${operation.path}: ${found ?? `${runs} inputs in ${seconds} s`}\n`,
      );
  }
  expect(operations.length).toBeGreaterThan(only || parts > 1 ? 0 : 140);
  expect(wrong).toEqual([]);
  expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(1_000_000_000);
  expect(await checkGenerations(shop.platform.db)).toEqual([]);
}, 7_200_000);
