import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Example, type ExampleAnswer, type ExampleThing, idOf } from "#contract/examples/example.ts";
import { examples } from "#contract/examples/examples.ts";
import type { Scope } from "#contract/scopes.ts";
import { newKey } from "../api-keys/keys.ts";
import { memberWith, openGeneratorShop } from "../generations/generator-shop.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";
import { nameOf } from "../security/access-table.ts";
import { make } from "./example-things.ts";
import { answerTo } from "./run-example.ts";

const file = fileURLToPath(new URL("../../../contract/examples/answers.json", import.meta.url));
const recorded = (): Record<string, ExampleAnswer> => JSON.parse(readFileSync(file, "utf8"));

/** RECORD_EXAMPLES=on writes what was answered in place of comparing it: to be looked at in the difference. */
const records = process.env.RECORD_EXAMPLES === "on";

function record(answers: Record<string, ExampleAnswer>): void {
  const all = { ...recorded(), ...answers };
  const known = examples.map(idOf).filter((id) => all[id]);
  const text = JSON.stringify(Object.fromEntries(known.map((id) => [id, all[id]])), null, 2);
  writeFileSync(file, `${text}\n`);
}

test("every call that a key opens has one example with an anchor of its own, and no other call has one", async () => {
  const shop = await openTestShop();
  const opened = shop.calls.filter(({ scope }) => scope).map(nameOf);
  expect(examples.map(({ call }) => nameOf(call)).sort()).toEqual(opened.sort());
  expect(new Set(examples.map(idOf)).size).toBe(examples.length);
  expect(Object.keys(recorded())).toEqual(examples.map(idOf));
});

/** A member with a key, and with what examples need, each thing once. */
async function withThings(shop: TestShop, SHOP: string, scope: Scope) {
  const ada = await memberWith(shop, 10);
  const KEY = await newKey(shop, ada, [scope]);
  const things = new Map<ExampleThing, Record<string, string>>();
  return async ({ needs = [] }: Example): Promise<Record<string, string>> => {
    for (const thing of needs) if (!things.has(thing)) things.set(thing, await make[thing](shop, ada));
    return Object.assign({ SHOP, KEY }, ...needs.map((thing) => things.get(thing)));
  };
}

const scopesOfExamples = new Set(examples.map(({ call }) => call.scope!));

test.for([...scopesOfExamples])(
  "every curl line of %s, run with a key that has that scope alone, is answered as the page shows",
  async (scope) => {
    const { shop } = await openGeneratorShop();
    const SHOP = await shop.listen();
    const answers: Record<string, ExampleAnswer> = {};
    const newcomer = () => withThings(shop, SHOP, scope);
    // What only reads finds the things of the one before; what changes something has things of its own.
    const reader = await newcomer();
    for (const example of examples.filter(({ call }) => call.scope === scope)) {
      const variablesOf = example.call.method === "GET" ? reader : await newcomer();
      answers[idOf(example)] = await answerTo(example, await variablesOf(example));
    }
    if (records) record(answers);
    const shown = Object.entries(recorded()).filter(([id]) => answers[id]);
    expect(answers).toEqual(Object.fromEntries(shown));
    for (const [id, { status }] of Object.entries(answers)) expect(status, id).toBeLessThan(300);
  },
);
