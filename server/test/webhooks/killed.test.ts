import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { ownEnvironment, signUpAt, startShopProcess } from "../helpers/shop-process.ts";
import { openReceiver } from "./receiver.ts";

test("kill -9 before a message is sent, and before its answer is noted, loses none", async () => {
  const env: Record<string, string> = { ...(await ownEnvironment()), WEBHOOK_LOOPBACK: "on" };
  const { db, close } = openDatabase(env.DATABASE_URL!, { max: 2, onError: () => undefined });
  onTestFinished(close);
  const receiver = await openReceiver();
  const first = await startShopProcess({ ...env, NODE_ENV: "test", FAILPOINT: "delivery-claimed" });
  const cookie = await signUpAt(first.url, "ada");
  const post = (url: string, path: string, body: object) =>
    fetch(url + path, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const added = await post(first.url, "/api/webhooks", { url: receiver.url, events: ["run.done"] });
  const { id } = (await added.json()).data;
  await post(first.url, `/api/webhooks/${id}/test`, {}).catch(() => null);
  expect(await first.ended).toBe("SIGKILL");
  expect(receiver.received).toEqual([]);
  const rows = async () =>
    (await db.execute(sql`select status, attempts from webhook_deliveries`)).rows as object[];
  expect(await rows()).toEqual([{ status: "queued", attempts: 1 }]);

  const lapse = () => db.execute(sql`update webhook_deliveries set claimed_until = now()`);
  await lapse();
  const second = await startShopProcess({ ...env, NODE_ENV: "test", FAILPOINT: "delivery-answered" });
  expect(await second.ended).toBe("SIGKILL");
  expect(receiver.received).toHaveLength(1);
  expect(await rows()).toEqual([{ status: "queued", attempts: 2 }]);

  await lapse();
  const third = await startShopProcess(env);
  await expect.poll(rows, { timeout: 20_000 }).toEqual([{ status: "delivered", attempts: 3 }]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(2);
  // By its id a receiver knows that it has the message already.
  expect(new Set(ids).size).toBe(1);
  expect(third.output()).not.toContain("whsec_");
});
