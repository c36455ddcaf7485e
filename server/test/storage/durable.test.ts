import { mkdtemp, open, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { restoreFolder } from "#server/db/backup/uploads.ts";
import { addErasures } from "#server/features/accounts/erasure/erasures-list.ts";
import { loadAppSecret } from "#server/platform/app-secret.ts";
import { outboxFolder } from "#server/providers/mail/outbox-folder.ts";
import { folderStorage } from "#server/providers/storage/folder.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { sendFile, smallPicture } from "../security/seeded-shop.ts";

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "durable-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The folders at or below one that were brought to the disk since it was last asked, as the system names them. */
async function watchFolders(): Promise<(below: string) => string[]> {
  const handle = await open(tmpdir(), "r");
  const kind = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const synced: string[] = [];
  const sync = kind.sync;
  const spy = vi.spyOn(kind, "sync").mockImplementation(async function (this: typeof handle) {
    if ((await this.stat()).isDirectory()) synced.push(await readlink(`/proc/self/fd/${this.fd}`));
    await sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return (below) => synced.splice(0).filter((folder) => folder.startsWith(below));
}

test.runIf(process.platform === "linux")(
  "a file's name is on the disk before it counts as stored",
  async () => {
    const synced = await watchFolders();
    const shop = await openTestShop();
    const person = await shop.signUp();
    const { dataDir } = shop.platform.config;
    const bytes = await smallPicture();
    synced(dataDir);
    expect((await sendFile(shop, person, "/api/support/attachments", bytes, { field: "file" })).status).toBe(
      201,
    );
    const uploads = join(dataDir, "uploads");
    expect(synced(dataDir), "of the file, and of the folders that were made for it").toEqual(
      expect.arrayContaining([join(uploads, "support"), uploads, dataDir]),
    );
    await sendFile(shop, person, "/api/support/attachments", bytes, { field: "file" });
    expect(synced(uploads)).toEqual([join(uploads, "support")]);

    const folder = await emptyFolder();
    const from = { name: "", address: "a@b.c" };
    const mail = { messageId: "<1@shop>", date: new Date(), from, to: "d@e.f", replyTo: null };
    const sent = await outboxFolder(join(folder, "outbox")).send({
      ...{ ...mail, subject: "A", html: "<p>A</p>", text: "A", attachments: [] },
    });
    expect([sent.result, synced(folder)]).toEqual(["sent", [folder, join(folder, "outbox")]]);
    await addErasures(folder, ["0123456789abcdef01234567"]);
    expect(synced(folder)).toEqual([folder]);
    const restore = await restoreFolder(join(folder, "uploads"));
    await restore.write("a/b", Readable.from(["x"]));
    await restore.finish();
    expect(synced(folder).map((each) => each.replace(/\.new-\w+/, ""))).toEqual([
      join(folder, "uploads"),
      join(folder, "uploads/a"),
      folder,
    ]);
  },
);

test("a secret that was cut short is refused by a sentence that names its file", async () => {
  const dataDir = await emptyFolder();
  const path = join(dataDir, "secret");
  for (const left of ["", "\n", "half of a secret"]) {
    await writeFile(path, left);
    const refused = loadAppSecret({ appSecret: undefined, dataDir });
    await expect(refused, left).rejects.toThrow(`The secret in "${path}" was cut short: `);
    expect(await readFile(path, "utf8"), "and left as it is").toBe(left);
  }
});

test("two first starts at once agree on one secret", async () => {
  const synced = process.platform === "linux" ? await watchFolders() : () => [] as string[];
  for (let round = 0; round < 5; round += 1) {
    const dataDir = await emptyFolder();
    const secrets = await Promise.all(
      Array.from({ length: 8 }, () => loadAppSecret({ appSecret: undefined, dataDir })),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    expect(await readdir(dataDir)).toEqual(["secret"]);
    if (process.platform === "linux") expect(synced(dataDir)).toContain(dataDir);
  }
});

test("no key leads out of the folder of files", async () => {
  const folder = await emptyFolder();
  const storage = folderStorage(join(folder, "uploads"));
  await writeFile(join(folder, "secret"), "a secret");
  for (const key of ["a/../../secret", "../secret", "/secret", "a/..", "", ".secret", "a\u0000"]) {
    const calls = [storage.get(key), storage.remove(key), storage.put(key, Buffer.from("x"), "text/plain")];
    for (const { status } of await Promise.allSettled(calls)) expect(status, key).toBe("rejected");
  }
  expect(await readFile(join(folder, "secret"), "utf8")).toBe("a secret");
});
