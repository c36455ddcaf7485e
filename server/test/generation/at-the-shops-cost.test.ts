import { expect, test } from "vitest";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";
import type { Person, TestShop } from "../support/test-shop.ts";
import { memberWith, openGeneratorShop, openStandIn, testKey } from "./support.ts";

const enhancement = { prompt: "A desk with a laptop", niche: "business", style: "professional" };
const enhance = (shop: TestShop, as: Person) =>
  shop.send({ method: "POST", url: "/api/enhance-prompt", body: enhancement, as });

test("a prompt is enhanced for members with a credit or a paid order, and the others cost the shop nothing", async () => {
  const standIn = await openStandIn();
  const { shop, admin, buyer, paid, itemOrder } = await openPaypalShop({
    config: { geminiApiUrl: standIn.url },
  });
  const body = { name: "Key", key: testKey };
  await shop.send({ method: "POST", url: "/api/gemini-keys", body, as: admin });

  await itemOrder();
  const refused = await enhance(shop, buyer);
  expect(refused.status, "with an order that is not paid").toBe(402);
  expect(refused.body).toMatchObject({
    code: "INSUFFICIENT_CREDITS",
    message: "Enhancing a prompt needs a credit on your balance or a paid order.",
  });
  expect(await standIn.requests()).toEqual([]);

  await paid("item");
  expect((await enhance(shop, buyer)).status, "an item brings no credit").toBe(200);
  expect((await enhance(shop, await shop.signUp())).status).toBe(402);
});

test("the daily cap on enhanced prompts holds for each person, also for requests at once and prompts that fail", async () => {
  const { shop, admin, standIn } = await openGeneratorShop();
  const [person, other] = [await memberWith(shop, 1), await memberWith(shop, 1)];
  const cap = async (enhanceDailyCap: number) => {
    await shop.send({ method: "PUT", url: "/api/shop-settings", body: { enhanceDailyCap }, as: admin });
    await expect
      .poll(async () => (await readShopSettings(shop.platform)).enhanceDailyCap)
      .toBe(enhanceDailyCap);
  };
  await cap(3);
  await standIn.fault("safety");
  expect((await enhance(shop, person)).status).toBe(502);
  await standIn.clearFaults();
  const answers = await Promise.all(Array.from({ length: 8 }, () => enhance(shop, person)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429, 429, 429]);
  const { body, headers } = answers.find(({ status }) => status === 429)!;
  expect(body.message).toBe(
    "You have reached the limit of 3 enhanced prompts in 24 hours. Please try again later.",
  );
  expect(Number(headers["retry-after"])).toBeGreaterThan(86_000);
  expect(await standIn.requests(), "two of them for the prompt that failed").toHaveLength(4);
  expect((await enhance(shop, other)).status).toBe(200);
  await cap(0);
  expect((await enhance(shop, person)).status).toBe(200);
});
