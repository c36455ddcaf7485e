import { AsyncLocalStorage } from "node:async_hooks";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { users } from "#server/db/tables/users.ts";
import { expireMemberships } from "#server/features/accounts/expire-memberships.ts";
import type { Platform } from "#server/platform/platform.ts";
import { newKey } from "../api-keys/keys.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { openPaypalShop, refund } from "../payments/paypal-shop.ts";
import { connect } from "../youtube/connecting.ts";
import { openYoutubeShop } from "../youtube/youtube-shop.ts";

const templates = "#server/features/mail/templates/render-template.tsx";

/** Where the templates are first loaded while `work` is done: within a transaction or outside of every one. */
async function firstLoad({ db }: Platform, work: () => Promise<unknown>): Promise<string | undefined> {
  const within = new AsyncLocalStorage<true>();
  const { transaction } = db;
  db.transaction = (work, config) =>
    transaction.call(db, (tx) => within.run(true, () => work(tx)), config) as never;
  let place: string | undefined;
  vi.doMock(templates, (original) => {
    place ??= within.getStore() ? "within a transaction" : "outside";
    return original();
  });
  await work();
  return place;
}

const ways: Record<string, () => Promise<string | undefined>> = {
  async "reminds of a membership's end"() {
    const { platform, signUp } = await openTestShop();
    const { id } = await signUp();
    const end = new Date(Date.now() + 6 * 86_400_000);
    const ending = { membership: "premium", membershipValidity: end } as const;
    await platform.db.update(users).set(ending).where(eq(users.id, id));
    return firstLoad(platform, () => expireMemberships(platform));
  },
  async "counts the last of YouTube's units"() {
    const { shop } = await openYoutubeShop({ env: { YOUTUBE_DAILY_UNITS: "1" } });
    const [member] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
    return firstLoad(shop.platform, () => connect(shop, member));
  },
  async "hears that YouTube's units are used up"() {
    const { shop, youtube } = await openYoutubeShop();
    const [member] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
    await youtube.fault("channels.list", "quota");
    return firstLoad(shop.platform, () => connect(shop, member));
  },
  async "removes a key"() {
    const { platform, signUp, send } = await openTestShop();
    const person = await signUp();
    const key = await newKey({ send } as never, person);
    return firstLoad(platform, () => send({ method: "POST", url: "/api/keys/revoke", body: { key } }));
  },
  async "gives money back"() {
    const s = await openPaypalShop();
    const { order } = await s.paid();
    return firstLoad(s.shop.platform, () => refund(s, order));
  },
};

test.each(Object.keys(ways))("whoever %s holds no row while the mails' templates are loaded", async (way) => {
  expect(await ways[way]!()).toBe("outside");
});
