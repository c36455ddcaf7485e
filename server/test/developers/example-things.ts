import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect } from "vitest";
import type { ExampleThing } from "#contract/examples/example.ts";
import { spellingChecks } from "#server/db/tables/generations.ts";
import { finished, startGeneration } from "../generations/generator-shop.ts";
import type { Answer, Person, TestShop } from "../helpers/test-shop.ts";
import { sendFile } from "../security/seeded-shop.ts";
import { addWebhook, deliveriesOf, openReceiver, sendTest } from "../webhooks/receiver.ts";

type Variables = Record<string, string>;

/** Makes what an example needs, over the real routes; answers the shell's variables for it. */
export const make: Record<ExampleThing, (shop: TestShop, ada: Person) => Promise<Variables>> = {
  run,
  async "deleted run"(shop, ada) {
    const made = await run(shop, ada);
    return deleted(shop, ada, `/api/generations/${made.RUN}`, made);
  },
  async "misspelt run"(shop, ada) {
    const made = await run(shop, ada);
    const read = {
      read: "14 Hours on a Nigth Train",
      matches: false,
      readAt: sql`now()`,
      nextAttemptAt: null,
    };
    await shop.platform.db
      .insert(spellingChecks)
      .values({ generationId: made.RUN!, position: 1, title, ...read });
    return made;
  },
  design,
  async "deleted design"(shop, ada) {
    const made = await design(shop, ada);
    return deleted(shop, ada, `/api/designs/${made.DESIGN}`, made);
  },
  reference,
  async "deleted reference"(shop, ada) {
    const made = await reference(shop, ada);
    return deleted(shop, ada, `/api/references/${made.REFERENCE}`, made);
  },
  webhook,
  async delivery(shop, ada) {
    const made = await webhook(shop, ada);
    const DELIVERY = await sendTest(shop, ada, made.WEBHOOK!);
    await expect
      .poll(() => deliveriesOf(shop, ada, made.WEBHOOK!))
      .toMatchObject([{ id: DELIVERY, status: "delivered" }]);
    return { ...made, DELIVERY };
  },
};

const title = "14 Hours on a Night Train";
const wish = {
  title,
  niche: "travel",
  style: "bold",
  customPrompt: "A sleeper train in a snowy valley at dusk, one window lit",
};

export function logo(): Promise<Buffer> {
  return sharp({ create: { width: 512, height: 256, channels: 3, background: "#ffd43b" } })
    .png()
    .toBuffer();
}

export async function startNightTrain(shop: TestShop, ada: Person): Promise<string> {
  return must(await startGeneration(shop, ada, wish)).body.data.id;
}

async function run(shop: TestShop, ada: Person): Promise<Variables> {
  const { id, images } = await finished(shop, ada, await startNightTrain(shop, ada));
  return { RUN: id, PICTURE: images[0].id };
}

async function design(shop: TestShop, ada: Person): Promise<Variables> {
  const made = await run(shop, ada);
  const body = { name: "Night train", from: { kind: "picture", id: made.PICTURE } };
  const answer = must(await shop.send({ method: "POST", url: "/api/designs", body, as: ada }));
  return { ...made, DESIGN: answer.body.data.id };
}

async function reference(shop: TestShop, ada: Person): Promise<Variables> {
  const options = { field: "file", fields: { name: "Logo", kind: "logo" } };
  const answer = must(await sendFile(shop, ada, "/api/references", await logo(), options));
  return { REFERENCE: answer.body.data.id };
}

/** $RECEIVER is nothing that an example names: it is what the recorded answers have another address in place of. */
async function webhook(shop: TestShop, ada: Person): Promise<Variables> {
  const { url } = await openReceiver();
  const { id } = await addWebhook(shop, ada, `${url}/thumbsmith`, { events: ["run.done", "run.failed"] });
  return { WEBHOOK: id, RECEIVER: url };
}

async function deleted(shop: TestShop, as: Person, url: string, made: Variables): Promise<Variables> {
  must(await shop.send({ method: "DELETE", url, as }));
  return made;
}

function must<A extends Pick<Answer, "status" | "text" | "body">>(answer: A): A {
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
}
