import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { documentWith, plainArt, textLayer } from "./documents.ts";

export type Asked = { method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; body?: unknown };

/** Calls as a person, by the path below /api. */
export function askAs(shop: TestShop, as: Person) {
  return (path: string, { method = "GET", body }: Asked = {}) =>
    shop.send({ method, url: `/api/${path}`, body, as });
}
export type Ask = ReturnType<typeof askAs>;

export async function openDesignsShop() {
  const shop = await openTestShop();
  const person = await shop.signUp();
  return { shop, person, ask: askAs(shop, person) };
}

/** A document that says this, so that versions can be told apart. */
export const saying = (text: string) => documentWith([textLayer(text)], plainArt("#204060"));

export async function makeDesign(ask: Ask, name = "One", document: unknown = saying(name)) {
  const made = await ask("designs", { method: "POST", body: { name, document } });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data;
}

export const save = (ask: Ask, id: string, version: number, document: unknown, name?: string) =>
  ask(`designs/${id}`, { method: "PUT", body: { version, document, ...(name ? { name } : {}) } });
