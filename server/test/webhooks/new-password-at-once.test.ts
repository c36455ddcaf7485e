import { expect, test } from "vitest";
import { webhooks } from "#server/db/tables/webhooks.ts";
import { closeGate, endedOrWaiting } from "../accounts/gate.ts";
import { resetToken } from "../accounts/helpers.ts";
import { bearer, newKey } from "../api-keys/keys.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { addWebhook } from "./receiver.ts";

const url = "https://hooks.example.com/shop";
const body = { url: "https://thief.example.com/", events: ["run.done"] };

/** The owner resets the password, and the call comes once the webhooks were switched off, before that is committed. */
async function callDuringReset(
  shop: TestShop,
  { email }: Person,
  { keepKeys = false }: { keepKeys?: boolean },
  call: () => ReturnType<TestShop["send"]>,
) {
  const post = (path: string, sent: object) =>
    shop.send({ method: "POST", url: `/api/auth/${path}`, body: sent });
  await post("request-password-reset", { email });
  const token = await resetToken(shop, email);
  const name = keepKeys ? "Password changed" : "Webhooks changed";
  const gate = await closeGate(shop, "insert on outbox", `new.template_name = '${name}'`);
  const reset = post("reset-password", { token, newPassword: "what its owner has set", keepKeys });
  await gate.reached();
  const answer = call();
  await endedOrWaiting(shop, answer);
  await gate.open();
  expect((await reset).status).toBe(200);
  return answer;
}

/** Each by a session and by a key. */
const calls = [
  ["that is added", "POST", "", body],
  ["that is moved and switched on", "PUT", "/:id", { ...body, active: true }],
  ["whose secret is changed", "POST", "/:id/rotate-secret", {}],
].flatMap(([what, ...call]) =>
  ["session", "key"].map((by) => [what, by, ...call] as [string, string, string, string, object]),
);

test.each(calls)(
  "a webhook %s by a %s while a reset is under way is as the reset leaves it",
  async (_, by, method, path, sent) => {
    const shop = await openTestShop();
    const ada = await shop.signUp();
    const { id } = await addWebhook(shop, ada, url);
    const [before] = await shop.platform.db.select().from(webhooks);
    const who = by === "key" ? { headers: bearer(await newKey(shop, ada)) } : { as: ada };
    const request = { method, url: `/api/webhooks${path.replace(":id", id)}`, body: sent, ...who };
    const answer = await callDuringReset(shop, ada, {}, () => shop.send(request));
    const code = by === "key" ? "KEY_INVALID" : "UNAUTHENTICATED";
    expect(answer).toMatchObject({ status: 401, body: { code } });
    const { updatedAt, ...standing } = before!;
    const after = await shop.platform.db.select().from(webhooks);
    expect(after).toMatchObject([{ ...standing, active: false, version: standing.version + 1 }]);
  },
);

test("a key that a reset keeps goes on adding webhooks while it is under way", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const headers = bearer(await newKey(shop, ada));
  const request = { method: "POST", url: "/api/webhooks", body, headers };
  const answer = await callDuringReset(shop, ada, { keepKeys: true }, () => shop.send(request));
  expect(answer.status).toBe(201);
});
