import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { startShopProcess } from "../helpers/shop-process.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { type Asked, connect, processShop } from "./connecting.ts";
import { designOf, green, sets, shownColour } from "./setting.ts";
import { openYoutube, publicVideo } from "./youtube-shop.ts";

const { id } = publicVideo;

test("kill -9 before, while and after a thumbnail is set leaves it set once, and the former one kept", async () => {
  const youtube = await openYoutube();
  const database = await cloneTestDatabase(inject("postgres"));
  onTestFinished(database.drop);
  const dataDir = await mkdtemp(join(tmpdir(), "shop-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db, close } = openDatabase(database.connectionString, { max: 2, onError: () => undefined });
  onTestFinished(close);
  const open = () => openTestShop({ database: database.connectionString, dataDir, env: youtube.env });
  const first = await open();
  const member = await first.signUp();
  await connect(first, member);
  const designs = [await designOf(first, member), await designOf(first, member, "#0000ff")];
  await first.stop();

  const startDying = (FAILPOINT: string) =>
    startShopProcess({
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      APP_SECRET: "a secret that only the tests know, long enough",
      ...youtube.env,
      NODE_ENV: "test",
      FAILPOINT,
    });
  const row = async () =>
    (
      await db.execute(sql`select state, former_file_key is not null as kept, sent_at is not null as sent
        from youtube_thumbnail_sets order by created_at desc, id desc limit 1`)
    ).rows[0];
  const forgetLease = () =>
    db.execute(sql`update youtube_thumbnail_sets set lease_until = now() - interval '1 second',
      sent_at = sent_at - interval '6 minutes' where state in ('keeping', 'setting', 'unknown')`);

  for (const [point, left, setBefore] of [
    ["thumbnail-kept", { state: "keeping", kept: true, sent: false }, 0],
    ["thumbnail-setting", { state: "setting", kept: true, sent: true }, 0],
    ["thumbnail-set", { state: "setting", kept: true, sent: true }, 1],
  ] as const) {
    const before = await shownColour(youtube, id);
    const count = (await sets(youtube)).length;
    const designId = before === green ? designs[1] : designs[0];
    const put = (shop: Asked, body: object) =>
      shop.send({ method: "PUT", url: `/api/youtube/videos/${id}/thumbnail`, body, as: member });
    const body = { designId, idempotencyKey: newId() };
    const killed = await startDying(point);
    await put(processShop(killed.url), body).catch(() => null);
    expect(await killed.ended, killed.output()).toBe("SIGKILL");
    expect([point, await row()]).toEqual([point, left]);
    expect([point, (await sets(youtube)).length - count]).toEqual([point, setBefore]);

    await forgetLease();
    const next = await open();
    // The job that finds out what became of it may hold the lease for a moment.
    const again = await vi.waitFor(
      async () => {
        const answer = await put(next, body);
        expect(answer.status).not.toBe(409);
        return answer;
      },
      { timeout: 20_000 },
    );
    expect(again.status, `${point}: ${again.text}`).toBe(200);
    expect([point, (await sets(youtube)).length - count]).toEqual([point, 1]);
    expect(await row()).toMatchObject({ state: "set", kept: true });
    expect(await shownColour(youtube, id)).not.toBe(before);

    const restore = () =>
      next.send({
        method: "POST",
        url: `/api/youtube/videos/${id}/thumbnail/restore`,
        body: {},
        as: member,
      });
    expect((await restore()).status).toBe(200);
    expect(await shownColour(youtube, id)).toBe(before);
    await next.stop();
  }
}, 240_000);
