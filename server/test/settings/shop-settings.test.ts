import { expect, test } from "vitest";
import { defaultShopSettings, readShopSettings } from "#server/features/settings/settings.service.ts";
import { openTestShop } from "../helpers/test-shop.ts";

test("visitors read the public part, admins all, and nobody else writes", async () => {
  const shop = await openTestShop();
  const [admin, member] = [await shop.signUp({ role: "Admin" }), await shop.signUp()];
  const seen = await shop.send({ url: "/api/shop-settings" });
  expect(seen.body.data).toEqual({
    shopName: "Thumbsmith",
    cost: 1,
    minimumBalance: 2,
    signUpGift: 0,
    buyMoreBelow: 5,
    buyCreditsBelow: 0,
    wordsDefault: "drawn",
    runsAtOnce: 3,
    processingFeePercent: 0,
  });
  expect((await shop.send({ url: "/api/shop-settings", as: member })).body).toEqual(seen.body);
  expect((await shop.send({ url: "/api/shop-settings", as: admin })).body.data).toEqual({
    ...defaultShopSettings,
    version: 0,
  });
  const write = { method: "PUT", url: "/api/shop-settings", body: { cost: 2 } };
  expect((await shop.send({ ...write, as: member })).status).toBe(403);
  expect((await shop.send(write)).status).toBe(401);
  expect((await shop.send({ ...write, as: await shop.signUp({ role: "moderator" }) })).status).toBe(403);
});

test("absent settings stay, bad ones are refused with their field, a stale version is told what stands", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const put = (body: object) => shop.send({ method: "PUT", url: "/api/shop-settings", body, as: admin });
  expect((await put({ cost: 2, version: 0 })).body.data).toEqual({
    ...defaultShopSettings,
    cost: 2,
    version: 1,
  });
  expect((await put({ imageModel: "models/gemini-next" })).body.data).toMatchObject({
    cost: 2,
    imageModel: "gemini-next",
    version: 2,
  });
  const stale = await put({ cost: 9, version: 1 });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ code: "STALE_VERSION", data: { cost: 2, version: 2 } });
  // As a form has them that was emptied, and one that holds too much.
  const refused = await put({
    cost: "",
    minimumBalance: 1_000_001,
    taxBasisPoints: "",
    secondTextModel: "a b",
  });
  expect(refused.body.fields).toEqual({
    cost: "Please enter a whole number from 1 to 1,000.",
    minimumBalance: "Please enter a whole number from 1 to 1,000,000.",
    taxBasisPoints: "Please enter a rate from 0 to 50 percent.",
    secondTextModel: "Please enter a model id such as gemini-3.5-flash-lite.",
  });
  for (const bad of [
    { cost: 0 },
    { cost: 1.5 },
    { cost: "1" },
    { shopName: " " },
    { imageModel: "../keys" },
    { textModel: "" },
    { processingFeePercent: 1.234 },
    { wordsDefault: "sung" },
    { runsAtOnce: 0 },
    { runsAtOnce: 21 },
    { dailyCap: -1 },
  ]) {
    const answer = await put(bad);
    expect(answer.status, JSON.stringify(bad)).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual(Object.keys(bad));
  }
  expect((await put({ unknown: 1 })).status).toBe(400);
});

test("a change is in the audit log and reaches every process at once", async () => {
  const first = await openTestShop();
  const second = await openTestShop({ database: first.connectionString });
  const admin = await first.signUp({ role: "Admin" });
  expect((await readShopSettings(second.platform)).minimumBalance).toBe(2);
  await first.send({ method: "PUT", url: "/api/shop-settings", body: { minimumBalance: 7 }, as: admin });
  await expect
    .poll(async () => (await readShopSettings(second.platform)).minimumBalance, { timeout: 8_000 })
    .toBe(7);
  const log = await first.send({ url: "/api/audit-log", as: admin });
  expect(log.text).toContain("PUT /api/shop-settings");
});
