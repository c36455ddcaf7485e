import { expect } from "vitest";
import { type Scope, scopes } from "#contract/scopes.ts";
import type { Answer, Person, TestShop } from "../helpers/test-shop.ts";

export function askForKey(shop: TestShop, as: Person, body: object = {}): Promise<Answer> {
  const input = { name: "Build server", scopes: ["runs:read"], ...body };
  return shop.send({ method: "POST", url: "/api/keys", body: input, as });
}

/** A key made over the real route: all scopes, unless some are named. */
export async function newKey(shop: TestShop, as: Person, having: readonly Scope[] = scopes): Promise<string> {
  const made = await askForKey(shop, as, { scopes: having });
  expect(made.status, made.text).toBe(201);
  return made.body.data.key;
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** The code of the refusal, or the status of an answer that is none. */
export async function outcome(shop: TestShop, key: string, url = "/api/generations"): Promise<unknown> {
  const { status, body } = await shop.send({ url, headers: bearer(key) });
  return status === 200 ? 200 : body.code;
}
