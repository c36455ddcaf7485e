import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { refreshChannels } from "#server/features/youtube/refresh-channels.ts";
import { connect, connectionOf } from "./connecting.ts";
import { main, openYoutubeShop } from "./youtube-shop.ts";

test("a channel that was deleted at YouTube is found out, and not asked for each hour", async () => {
  const { shop, youtube } = await openYoutubeShop();
  await shop.started;
  const member = await shop.signUp();
  await connect(shop, member);
  await youtube.control("POST", "channel", { channel: "main", isDeleted: true });
  await shop.platform.db.execute(sql`update youtube_connections set updated_at = now() - interval '26 days'`);
  await refreshChannels(shop.platform);
  expect(await connectionOf(shop, member)).toMatchObject({ connected: false, ended: true });
  await youtube.counts();
  await refreshChannels(shop.platform);
  expect(await youtube.counts()).toEqual({});
});

test("what is kept of a channel is read anew within 30 days", async () => {
  const { shop, youtube } = await openYoutubeShop();
  await shop.started;
  const { db } = shop.platform;
  const member = await shop.signUp();
  await connect(shop, member);
  const age = (days: number) =>
    db.execute(sql`update youtube_connections set channel_title = 'Former name',
      updated_at = now() - make_interval(days => ${days}::int)`);
  const title = async () => (await connectionOf(shop, member)).channel?.title;
  await age(24);
  await refreshChannels(shop.platform);
  expect(await title()).toBe("Former name");

  await age(26);
  await youtube.fault("channels.list", "unavailable", { times: null });
  await expect(refreshChannels(shop.platform)).rejects.toThrow("each of 1 failed");
  expect(await title()).toBe("Former name");
  await youtube.clearFaults();
  // Renewing the tokens on the way is no reading of the channel.
  await db.execute(sql`update youtube_connections set access_expires_at = now()`);
  await refreshChannels(shop.platform);
  expect(await title()).toBe(main.title);
  await age(0);
  await refreshChannels(shop.platform);
  expect(await title()).toBe("Former name");
});
