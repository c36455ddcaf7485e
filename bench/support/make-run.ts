import { randomUUID } from "node:crypto";
import type { Generation } from "#contract/generations.ts";
import { send, textOf } from "./load.ts";
import type { BenchPerson } from "./shop.ts";

const plain = {
  title: "The truth about side projects",
  niche: "business",
  style: "colorful",
  customPrompt: "A desk at night with a glowing laptop",
};

/** A run from the click until its reader hears that both thumbnails are there; `extra` as POST /api/generations takes it. */
export async function makeRun(
  url: string,
  { cookie }: BenchPerson,
  extra: Record<string, unknown> = {},
): Promise<Generation> {
  const answer = await send(`${url}/api/generations`, {
    method: "POST",
    headers: { cookie },
    body: JSON.stringify({ ...plain, ...extra, idempotencyKey: randomUUID() }),
  });
  const text = await textOf(answer);
  if (answer.statusCode !== 202) throw new Error(`A run was answered ${answer.statusCode}: ${text}`);
  const { id } = JSON.parse(text).data as { id: string };
  const address = `${url}/api/generations/${id}`;
  const events = await textOf(await send(`${address}/events`, { method: "GET", headers: { cookie } }));
  if (!events.includes('"stage":"done"')) throw new Error(`A run was not done: ${events.slice(-500)}`);
  return JSON.parse(await textOf(await send(address, { method: "GET", headers: { cookie } }))).data;
}
