import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { chooseServiceUser } from "#server/platform/postgres/service-user.ts";
import { projectRoot } from "#server/project-root.ts";
import { freePort } from "../../../e2e/helpers/free-port.ts";
import { ownEnvironment } from "../helpers/shop-process.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { firstCredits, openFixture } from "./fixtures.ts";
import { invariants } from "./ledger-check.ts";

/** A picture that does not compress well: far more than the disk of this test takes. */
async function largePicture(): Promise<Blob> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: 300, height: 300, channels: 3, background: "#000000", noise } as const;
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: "image/png" });
}

test("a shop whose log's disk is full answers and ends as ever", async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [join(projectRoot, "build/server/server.js")], {
    env: {
      ...(await ownEnvironment()),
      ...{ PATH: process.env.PATH, NODE_ENV: "production", DEMO: "off", LOG_LEVEL: "debug" },
      ...{ HOST: "127.0.0.1", PORT: String(port) },
    },
    stdio: ["ignore", openSync("/dev/full", "w"), "ignore"],
  });
  const ended = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  const readiness = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status);
  await expect.poll(() => readiness().catch(() => null), { timeout: 60_000 }).toBe(200);
  expect(await readiness(), "after what it logs of the first").toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("a disk with no room for files is told to whoever uploads, gives a run's credit back, and leaves no half file", async () => {
  const fixture = await openFixture({ people: 1 });
  const [person] = fixture.people;
  const kept = async () => {
    const files = await readdir(join(fixture.dataDir, "uploads"), { recursive: true, withFileTypes: true });
    return files.filter((file) => file.isFile()).map(({ name }) => name);
  };
  const upload = async () => {
    const body = new FormData();
    body.append("image", await largePicture(), "picture.png");
    const headers = { cookie: person!.cookie, connection: "close" };
    const response = await fetch(`${fixture.url}/upload`, { method: "POST", headers, body });
    return { status: response.status, body: await response.json() };
  };
  const makeGeneration = async () => {
    const generation = {
      title: "A",
      niche: "business",
      style: "bold",
      customPrompt: "",
      idempotencyKey: newId(),
    };
    const { body } = await fixture.call("POST", "/api/generations", person, generation);
    let found = body.data;
    const stage = async () => {
      found = (await fixture.call("GET", `/api/generations/${found.id}`, person)).body.data;
      return found.stage;
    };
    await expect.poll(stage, { timeout: 30_000 }).toMatch(/done|failed/);
    return found;
  };

  const full = await fixture.start({}, { largestFile: 512 });
  const refused = await upload();
  expect(refused.status).toBe(503);
  expect(refused.body.message).toBe("There is no room for files at the moment. Please try again later.");
  expect(await makeGeneration()).toMatchObject({
    stage: "failed",
    error: "The thumbnails could not be stored.",
  });
  expect((await fixture.call("GET", "/api/viewer", person)).body.data.user.currentBalance).toBe(firstCredits);
  expect(await invariants(fixture)).toEqual([]);
  expect(await kept().catch(() => [])).toEqual([]);
  await fixture.end(full, "SIGTERM");

  await fixture.start();
  expect((await upload()).status).toBe(200);
  expect(await makeGeneration()).toMatchObject({ stage: "done" });
  expect((await kept()).filter((name) => name.endsWith(".part"))).toEqual([]);
});

/** A small disk in memory, as root alone may make one, and not in every container. */
function mountDisk(disk: string): boolean {
  try {
    const { uid, gid } = chooseServiceUser(disk)!;
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=64m,uid=${uid},gid=${gid},mode=700`, "tmpfs", disk]);
    return true;
  } catch {
    console.warn(
      "NOT SHOWN here, since no disk may be mounted: what is answered while the database's is full",
    );
    return false;
  }
}

test("a full disk of the database is answered 503 to who writes, and all else goes on", async ({ skip }) => {
  const disk = await mkdtemp(join(tmpdir(), "disk-"));
  if (!mountDisk(disk)) skip();
  const admin = new pg.Client({ connectionString: inject("postgres") });
  await admin.connect();
  const name = `full_${randomBytes(4).toString("hex")}`;
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop tablespace if exists ${name}`);
    await admin.end();
    execFileSync("umount", [disk]);
    await rm(disk, { recursive: true });
  });
  await admin.query(`create tablespace ${name} location '${disk}'`);
  await admin.query(
    `create database ${name} template thumbsmith_template tablespace ${name} strategy file_copy`,
  );
  const address = new URL(inject("postgres"));
  address.pathname = `/${name}`;
  const shop = await openTestShop({ database: address.href });
  const person = await shop.signUp();
  const { db } = shop.platform;
  const write = () =>
    shop.send({
      method: "POST",
      url: "/new-support-message",
      as: person,
      body: { subject: "A", message: randomBytes(2_400).toString("hex") },
    });
  expect((await write()).status).toBe(201);

  await db.execute(sql`create table filler (text text)`);
  for (const rows of [10_000, 1_000, 100, 10, 1]) {
    const fill = sql`insert into filler select repeat(md5(random()::text), 60) from generate_series(1, ${rows}::int)`;
    for (let full = false; !full; )
      full = await db.execute(fill).then(
        () => false,
        () => true,
      );
  }
  const statuses = new Set<number>();
  for (let count = 0; count < 20; count += 1) {
    const answer = await write();
    statuses.add(answer.status);
    if (answer.status === 503) expect(answer.headers["retry-after"]).toBe("5");
  }
  expect([...statuses].filter((status) => status !== 201)).toEqual([503]);
  expect((await shop.send({ url: "/api/viewer", as: person })).body.data.user.userEmail).toBe(person.email);
  expect((await shop.send({ url: "/packages" })).status).toBe(200);

  await db.execute(sql`drop table filler`);
  expect((await write()).status, "as soon as there is room").toBe(201);
});
