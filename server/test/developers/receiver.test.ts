import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { receiverLines } from "#contract/examples/webhooks.ts";
import { webhookEvents } from "#contract/webhook-events.ts";
import { freePort } from "../../../e2e/helpers/free-port.ts";
import { finished, memberWith, openGeneratorShop } from "../generations/generator-shop.ts";
import { addWebhook, deliveriesOf, openReceiver } from "../webhooks/receiver.ts";
import { startNightTrain } from "./example-things.ts";
import { lasting } from "./run-example.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const file = join(root, "contract/examples/messages.json");

/** The page's receiver in a process of its own, where its one package is installed. */
async function startReceiver(port: number, secret: string): Promise<{ printed: () => string }> {
  const folder = await mkdtemp(join(tmpdir(), "receiver-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "receive.mjs"), receiverLines);
  const env = { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(process.execPath, ["receive.mjs"], { cwd: folder, env });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  onTestFinished(async () => {
    const ended = once(child, "exit");
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  await expect.poll(() => answersAt(port)).toBe(true);
  return { printed: () => printed };
}

async function answersAt(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const [isOpen] = await Promise.race([
    once(socket, "connect").then(() => [true]),
    once(socket, "error").then(() => [false]),
  ]).catch(() => [false]);
  socket.destroy();
  return isOpen!;
}

/** A message that breaks off, as anybody on the internet can send it. */
async function sendHalf(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("data", () => undefined);
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n");
  // The answer to Expect tells that its body is waited for.
  await once(socket, "data");
  socket.resetAndDestroy();
  await once(socket, "close");
}

test("the receiver that the page shows takes what the shop signed, and nothing that was changed, broke off or has another signature", async () => {
  const { shop } = await openGeneratorShop();
  const ada = await memberWith(shop, 10);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { id, secret } = await addWebhook(shop, ada, url);
  const other = await openReceiver();
  const elsewhere = await addWebhook(shop, ada, other.url);
  const { printed } = await startReceiver(port, secret);
  const run = await finished(shop, ada, await startNightTrain(shop, ada));
  await expect
    .poll(() => deliveriesOf(shop, ada, id))
    .toMatchObject([{ status: "delivered", answerStatus: 204 }]);
  await expect.poll(printed).toContain(`run.done {"id":"${run.id}"`);

  await expect.poll(() => deliveriesOf(shop, ada, elsewhere.id)).toMatchObject([{ status: "delivered" }]);
  const { headers, body } = other.received[0]!;
  const signed = Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, headers[name]!]),
  );
  const send = async (message: string) =>
    (await fetch(url, { method: "POST", body: message, headers: signed })).status;
  await sendHalf(port);
  expect([await send(body), await send(body.replace("14", "15"))]).toEqual([400, 400]);
  expect(printed().match(/run\.done/g)).toHaveLength(1);
});

test("the messages that the page shows are those that came", async () => {
  const { shop, emulator } = await openGeneratorShop();
  const SHOP = shop.platform.config.appUrl;
  const ada = await memberWith(shop, 4);
  const receiver = await openReceiver();
  await addWebhook(shop, ada, receiver.url);
  await finished(shop, ada, await startNightTrain(shop, ada));
  await emulator.fault("safety");
  await finished(shop, ada, await startNightTrain(shop, ada));
  const came = () => new Map(receiver.received.map(({ body }) => [JSON.parse(body).type, body]));
  await expect.poll(() => [...came().keys()].sort()).toEqual([...webhookEvents].sort());
  // The second run's credit is held when it is told of; whichever message of a type came last is shown.
  const messages = Object.fromEntries(
    webhookEvents.map((type) => [type, JSON.parse(lasting(came().get(type)!, { SHOP }))]),
  );
  // RECORD_EXAMPLES=on, as in examples.test.ts.
  if (process.env.RECORD_EXAMPLES === "on") writeFileSync(file, `${JSON.stringify(messages, null, 2)}\n`);
  expect(messages).toEqual(JSON.parse(readFileSync(file, "utf8")));
});
