import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { removeFreedDesigns } from "#server/features/designs/designs.service.ts";
import { removeGoneReferences } from "#server/features/references/references.service.ts";
import { askAs } from "../designs/designs-shop.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { sendFile } from "../security/seeded-shop.ts";

interface Sent {
  name?: string;
  kind?: string;
  consent?: string;
}

/** Sends a picture as a member's reference; a logo where nothing else is said. */
export async function sendReference(shop: TestShop, as: Person, bytes: Buffer, more: Sent = {}) {
  const fields = { name: "A picture", kind: "logo", ...more };
  return sendFile(shop, as, "/api/references", bytes, { field: "file", fields });
}

/** The same, of which only the reference is wanted. */
export async function addReference(shop: TestShop, as: Person, bytes?: Buffer, more: Sent = {}) {
  const sent = await sendReference(shop, as, bytes ?? (await plainPicture()), more);
  if (sent.status !== 201) throw new Error(sent.text);
  return sent.body.data;
}

interface Plain {
  width?: number;
  height?: number;
  background?: { r: number; g: number; b: number; alpha: number } | string;
  format?: "png" | "jpeg" | "webp" | "gif";
}

export function plainPicture(options: Plain = {}): Promise<Buffer> {
  const { width = 60, height = 40, background = "#1040e0", format = "png" } = options;
  return sharp({ create: { width, height, channels: 4, background } })
    .withExif({ IFD0: { Artist: "Somebody", Copyright: "At home" } })
    [format]()
    .toBuffer();
}

/** Files of references, what is made of them not counted. */
export async function keptFiles({ platform }: TestShop): Promise<string[]> {
  const folder = join(platform.config.dataDir, "uploads", "references");
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

export async function openReferencesShop() {
  const shop = await openTestShop();
  const person = await shop.signUp();
  return { shop, person, ask: askAs(shop, person) };
}

/** A shop that cleans when it is told to, as if ten minutes had passed since whatever was deleted. */
export async function openCleanedShop() {
  const opened = await openReferencesShop();
  const { shop } = opened;
  await holdJobs(shop.connectionString, ["references", "freed-designs"]);
  const { db } = shop.platform;
  return {
    ...opened,
    async clean() {
      for (const table of ["member_references", "designs"])
        await db.execute(
          sql`update ${sql.identifier(table)} set deleted_at = deleted_at - interval '10 minutes' where deleted_at is not null`,
        );
      await removeFreedDesigns(shop.platform);
      await db.execute(sql`update design_versions set freed_at = freed_at - interval '1 minute'`);
      await removeFreedDesigns(shop.platform);
      await removeGoneReferences(shop.platform);
    },
  };
}
