import { getDesignArt, getFontFile } from "#contract/design-assets.ts";
import { fontBytes } from "#server/platform/drawing/fonts.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { requireDrawable } from "./design-image.ts";

/** What the editor draws a document with: its picture, also where the run of it is deleted, and the fonts. */
export function designAssets(routes: Routes, platform: Platform): void {
  mount(routes, getDesignArt).handle(async ({ viewer, params, reply }) => {
    const { artKey } = await requireDrawable(platform, viewer.id, params.id, undefined);
    const bytes = artKey && (await platform.storage.get(artKey));
    if (!bytes) throw failure("NOT_FOUND");
    reply.headers({ "cache-control": "private, max-age=300", "x-content-type-options": "nosniff" });
    reply.type("image/png").send(bytes);
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
