import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { createEncryption } from "#server/platform/encryption.ts";
import { appSecret, type Fixture, openFixture } from "./fixtures.ts";
import { expectNothingLostOrDoubled, settled } from "./ledger-check.ts";
import { faultsIn, figuresOf, startTraffic } from "./traffic.ts";

const newSecret = "the next secret of the tests, which is long enough";

/** Everything that lies sealed in the settings and keys. */
async function encryptedTexts({ db }: Fixture): Promise<{ text: string; purpose: string }[]> {
  const { rows } = await db.execute<{ text: string; purpose: string }>(sql`
    select sealed_key as text, 'ai-key' as purpose from ai_keys
    union all select data->'sandbox'->>'sealedSecret', 'paypal-secret:sandbox' from settings where name = 'paypal'`);
  return rows;
}

/** A new secret ends the sessions. */
async function signInAgain(fixture: Fixture): Promise<void> {
  for (const person of [...fixture.people, fixture.admin]) {
    const response = await fetch(`${fixture.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ email: person.email, password: "a good password" }),
    });
    expect(response.status).toBe(200);
    person.cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
  }
}

test("the secret is changed under load: nothing fails, and the old one is no longer needed", async () => {
  const fixture = await openFixture();
  const traffic = startTraffic(fixture);
  const logs: string[] = [];
  let shop = await fixture.start();
  const replaceBy = async (env: Record<string, string>) => {
    const next = await fixture.start({ LOG_LEVEL: "info", ...env });
    await fixture.end(shop, "SIGTERM");
    logs.push(shop.output());
    shop = next;
  };
  await traffic.answers(30);
  await replaceBy({ APP_SECRET_PREVIOUS: newSecret });
  await traffic.answers(30);
  await replaceBy({ APP_SECRET: newSecret, APP_SECRET_PREVIOUS: appSecret });
  await signInAgain(fixture);
  await expect
    .poll(async () => {
      const box = createEncryption(newSecret);
      return (await encryptedTexts(fixture)).map(({ text, purpose }) => {
        try {
          return box.decrypt(text, purpose).length > 0;
        } catch {
          return false;
        }
      });
    })
    .toEqual([true, true]);
  expect(shop.output()).toContain("sealed anew");
  await replaceBy({ APP_SECRET: newSecret });
  await traffic.answers(60);
  await traffic.stop();
  await settled(fixture, traffic.diary);
  await expectNothingLostOrDoubled(fixture, traffic.diary);
  console.log(`secret changed: ${figuresOf(traffic.diary)}`);
  expect(traffic.diary.faults, [...logs, shop.output()].map(faultsIn).join("\n")).toEqual([]);
  const before = await encryptedTexts(fixture);

  await replaceBy({ APP_SECRET: "a secret of another shop, which is long enough too" });
  await signInAgain(fixture);
  await expect.poll(() => shop.output()).toContain("an AI key cannot be opened with the APP_SECRET given");
  expect(shop.output()).toContain("client secret cannot be opened with the APP_SECRET given");
  const generation = {
    title: "A",
    niche: "business",
    style: "bold",
    customPrompt: "",
    idempotencyKey: newId(),
  };
  const refused = await fixture.call("POST", "/api/generations", fixture.people[0]!, generation);
  expect(refused, "a wrong secret takes no credit").toMatchObject({ status: 503, body: { code: "NO_KEYS" } });
  expect(await encryptedTexts(fixture), "and destroys nothing").toEqual(before);
  await replaceBy({ APP_SECRET: newSecret });
  await signInAgain(fixture);
  expect((await fixture.call("POST", "/api/generations", fixture.people[0]!, generation)).status).toBe(202);
}, 240_000);
