import { getDesignArt, getFontFile } from "#contract/design-assets.ts";
import { currentDocument } from "#contract/design-document.ts";
import { thumbnailMimeType } from "#server/platform/drawing/encode-png.ts";
import { fontBytes } from "#server/platform/drawing/fonts.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { requireDrawable } from "./design-image.ts";
import { findArtKey } from "./design-versions.repository.ts";

/** What the editor draws a document with: its picture, also where the run of it is deleted, and the fonts. */
export function designAssets(routes: Routes, platform: Platform): void {
  mount(routes, getDesignArt).handle(async ({ viewer, params, query, reply }) => {
    const art = await findArt(platform, viewer.id, params.id, query.picture);
    const bytes = art && (await platform.storage.get(art.fileKey));
    if (!bytes) throw failure("NOT_FOUND");
    // By its id a picture is the same for good.
    const age = query.picture ? "max-age=31536000, immutable" : "no-cache";
    reply.headers({ "cache-control": `private, ${age}`, "x-content-type-options": "nosniff" });
    reply.type(art.mimeType).send(bytes);
    return undefined;
  });

  mount(routes, getFontFile).handle(async ({ params, reply }) => {
    const bytes = fontBytes(params.name);
    if (!bytes) throw failure("NOT_FOUND");
    // A file changes with its package alone, and a week later everybody has the new one.
    reply.headers({ "cache-control": "private, max-age=604800", "x-content-type-options": "nosniff" });
    reply.type("font/ttf").send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return undefined;
  });
}

async function findArt(
  platform: Platform,
  userId: string,
  id: string,
  picture: string | undefined,
): Promise<{ fileKey: string; mimeType: string } | null> {
  const drawable = await requireDrawable(platform, userId, id, undefined);
  const { art } = currentDocument(drawable.document);
  if (!picture && art.kind === "reference")
    return drawable.references.find((reference) => reference.id === art.id) ?? null;
  const fileKey = picture ? await findArtKey(platform.db, userId, id, picture) : drawable.artKey;
  return fileKey ? { fileKey, mimeType: thumbnailMimeType } : null;
}
