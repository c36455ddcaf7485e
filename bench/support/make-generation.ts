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

const isDone = '"stage":"done"';

/**
 * A run from the click until its reader hears that both thumbnails are there, or also what words were read in them, which
 * is when its events end; `extra` as POST /api/generations takes it.
 */
export async function makeRun(
  url: string,
  { cookie }: BenchPerson,
  { until = "read", ...extra }: { until?: "done" | "read"; [field: string]: unknown } = {},
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
  const stream = await send(`${address}/events`, { method: "GET", headers: { cookie } });
  let events = "";
  for await (const part of stream.setEncoding("utf8")) {
    events += part;
    if (until === "done" && events.includes(isDone)) break;
  }
  if (!events.includes(isDone)) throw new Error(`A run was not done: ${events.slice(-500)}`);
  return JSON.parse(await textOf(await send(address, { method: "GET", headers: { cookie } }))).data;
}
