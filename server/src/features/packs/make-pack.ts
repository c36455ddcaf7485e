import type { BodyOf } from "#contract/call.ts";
import type { makePack as makeCall, PackFile } from "#contract/packs.ts";
import { readDrawing, requireDrawable } from "#server/features/designs/design-image.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type FoundEntry, findEntries } from "./find-entries.ts";

interface ZippedFile {
  name: string;
  bytes: Uint8Array;
  madeAt: Date;
}

/**
 * A pack as the file that is sent, whole: at most three pictures, each under 2,000,000 bytes. What is missing is told before a
 * byte is sent, and nobody waits for whoever reads it slowly.
 */
export async function makePack(
  platform: Platform,
  userId: string,
  { title, entries }: BodyOf<typeof makeCall>,
): Promise<{ name: string; archive: Buffer }> {
  const found = (await findEntries(platform, userId, entries)).map((entry) => entry ?? gone());
  const now = new Date();
  const files: ZippedFile[] = [];
  for (const [index, entry] of found.entries()) {
    const bytes = await readPng(platform, userId, entry);
    files.push({
      name: `${index + 1}-${safeFileName(entry.name, "thumbnail")}.png`,
      bytes,
      madeAt: entry.madeAt,
    });
  }
  const pack: PackFile = {
    title: title ?? found[0]!.name,
    madeAt: now.toISOString(),
    entries: found.map(({ kind, id, differsIn, madeAt }, index) => ({
      file: files[index]!.name,
      kind,
      id,
      differsIn,
      madeAt: madeAt.toISOString(),
    })),
  };
  const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content), madeAt: now });
  const archive = await archiveOf([
    ...files,
    text("pack.json", `${JSON.stringify(pack, null, 2)}\n`),
    text("how-to-upload.txt", uploadGuide(pack)),
  ]);
  return { name: `${safeFileName(pack.title, "thumbnails")}-pack.zip`, archive };
}

/** The files as a ZIP, stored as they are: a PNG is compressed already. */
async function archiveOf(files: readonly ZippedFile[]): Promise<Buffer> {
  // The demo's and the tests' shops start without it.
  const { zipSync } = await import("fflate");
  const zipped = zipSync(
    Object.fromEntries(files.map(({ name, bytes, madeAt }) => [name, [bytes, { mtime: madeAt }]])),
    { level: 0 },
  );
  return Buffer.from(zipped.buffer, zipped.byteOffset, zipped.byteLength);
}

/** The whole picture of an entry; of a design as it is drawn. */
export async function readPng(
  platform: Platform,
  userId: string,
  { fileKey, id, version }: FoundEntry,
): Promise<Buffer> {
  if (fileKey !== null) return (await platform.storage.get(fileKey)) ?? gone();
  const drawable = await requireDrawable(platform, userId, id, version);
  return readDrawing(platform, userId, drawable, "png");
}

function gone(): never {
  throw failure("NOT_FOUND", "One of these thumbnails is not here any more.");
}

/** How the pictures of a pack get into a test, for somebody who has not made one. */
function uploadGuide({ title, entries }: PackFile): string {
  const others = entries.slice(1).map(({ file, differsIn }) => `- ${file}: ${inWords(differsIn)}`);
  return `${title}

In this folder:
- ${entries[0]!.file}: the first, which the others are held against
${others.join("\n")}
- pack.json: the same for programs

To test them against each other:
1. Open YouTube Studio (studio.youtube.com) on a computer. Tests are not to be had on a phone.
2. Choose Content, then the video. It has to be public, and no Short; the channel needs its advanced features
   (Settings, Channel, Feature eligibility).
3. Beside the thumbnail choose Test & compare, also called A/B testing.
4. Add the ${entries.length} pictures of this folder and start the test.
5. Let it run. It takes some days, two weeks at most, and ends by watch time, not by clicks. Without a winner the first
   picture stays.

A test teaches most where one thing differs: then you know what made the difference.
`;
}

function inWords(differsIn: readonly string[]): string {
  if (differsIn.length === 0) return "shows the same as the first";
  return differsIn[0] === "several things"
    ? "differs from it in several things"
    : `differs from it in the ${differsIn[0]} alone`;
}

/**
 * A name that every disk takes, with the letters and digits of any script: no sign that is a path, a quote or a command
 * anywhere, nothing that turns the direction, and not too long. It is a part of a name: alone it may be one that Windows keeps
 * for itself.
 */
export function safeFileName(text: string, otherwise: string): string {
  const plain = text
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replaceAll(/(\p{M}{3})\p{M}+/gu, "$1");
  const short = [...plain]
    .slice(0, 60)
    .join("")
    .replaceAll(/^-+|-+$/g, "");
  return short || otherwise;
}
