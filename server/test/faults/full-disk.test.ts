import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { invariants } from "./books.ts";
import { firstCredits, openGround } from "./ground.ts";

/** A picture that does not compress well: far more than the disk of this test takes. */
async function largePicture(): Promise<Blob> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: 300, height: 300, channels: 3, background: "#000000", noise } as const;
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: "image/png" });
}

test("a full disk is told to whoever uploads, gives a run's credit back, and leaves no half file", async () => {
  const ground = await openGround({ people: 1 });
  const [person] = ground.people;
  const kept = async () => {
    const files = await readdir(join(ground.dataDir, "uploads"), { recursive: true, withFileTypes: true });
    return files.filter((file) => file.isFile()).map(({ name }) => name);
  };
  const upload = async () => {
    const body = new FormData();
    body.append("image", await largePicture(), "picture.png");
    const headers = { cookie: person!.cookie, connection: "close" };
    const response = await fetch(`${ground.url}/upload`, { method: "POST", headers, body });
    return { status: response.status, body: await response.json() };
  };
  const makeRun = async () => {
    const run = { title: "A", niche: "business", style: "bold", customPrompt: "", idempotencyKey: newId() };
    const { body } = await ground.call("POST", "/api/generations", person, run);
    let found = body.data;
    const stage = async () => {
      found = (await ground.call("GET", `/api/generations/${found.id}`, person)).body.data;
      return found.stage;
    };
    await expect.poll(stage, { timeout: 30_000 }).toMatch(/done|failed/);
    return found;
  };

  const full = await ground.start({}, { largestFile: 512 });
  const refused = await upload();
  expect(refused.status).toBe(503);
  expect(refused.body.message).toBe("There is no room for files at the moment. Please try again later.");
  expect(await makeRun()).toMatchObject({ stage: "failed", error: "The thumbnails could not be stored." });
  expect((await ground.call("GET", "/api/viewer", person)).body.data.user.currentBalance).toBe(firstCredits);
  expect(await invariants(ground)).toEqual([]);
  expect(await kept().catch(() => [])).toEqual([]);
  await ground.end(full, "SIGTERM");

  await ground.start();
  expect((await upload()).status).toBe(200);
  expect(await makeRun()).toMatchObject({ stage: "done" });
  expect((await kept()).filter((name) => name.endsWith(".part"))).toEqual([]);
});
