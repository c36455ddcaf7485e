import type { FastifyReply, FastifyRequest } from "fastify";
import {
  changeDesign as changeCall,
  createDesign,
  deleteDesign,
  duplicateDesign,
  getDesign,
  getDesignImage,
  getDesignPreview,
  listDesigns,
  listDesignVersions,
  listFonts,
  restoreDesign as restoreCall,
  restoreDesignVersion,
  saveDesign as saveCall,
} from "#contract/designs.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { ReadPicture } from "#server/platform/previews.ts";
import { designAssets } from "./design-assets.ts";
import { readDrawing, readDrawingPreview, requireDrawable } from "./design-image.ts";
import { changeDesign, removeDesign, restoreDesign } from "./designs.service.ts";
import { fonts } from "./fonts.ts";
import { copyDesign, makeDesign } from "./make-design.ts";
import { readDesign, readDesigns } from "./read-designs.ts";
import { readVersions, restoreVersion, saveDesign } from "./save-design.ts";

export function designsRoutes(routes: Routes, platform: Platform): void {
  designAssets(routes, platform);

  mount(routes, listDesigns).data(async ({ viewer, query, total }) => {
    const found = await readDesigns(platform, viewer.id, query);
    total(found.total);
    return found.designs;
  });

  mount(routes, createDesign).data(({ viewer, body }) => makeDesign(platform, viewer.id, body));

  mount(routes, getDesign).data(({ viewer, params }) => readDesign(platform.db, viewer.id, params.id));

  mount(routes, saveCall).data(({ viewer, params, body }) =>
    saveDesign(platform, viewer.id, params.id, body),
  );

  mount(routes, changeCall).data(({ viewer, params, body }) =>
    changeDesign(platform, viewer.id, params.id, body),
  );

  mount(routes, deleteDesign).handle(async ({ viewer, params }) => {
    await removeDesign(platform, viewer.id, params.id);
    return { success: true };
  });

  mount(routes, restoreCall).data(({ viewer, params }) => restoreDesign(platform, viewer.id, params.id));

  mount(routes, duplicateDesign).data(({ viewer, params }) => copyDesign(platform, viewer.id, params.id));

  mount(routes, listDesignVersions).data(async ({ viewer, params, query, total }) => {
    const found = await readVersions(platform, viewer.id, params.id, query);
    total(found.total);
    return found.versions;
  });

  mount(routes, restoreDesignVersion).data(({ viewer, params }) =>
    restoreVersion(platform, viewer.id, params.id, params.version),
  );

  mount(routes, getDesignImage).handle(async ({ viewer, params, query, request, reply }) => {
    const drawable = await requireDrawable(platform, viewer.id, params.id, query.version);
    const { format = "png" } = query;
    const name = `${fileNameOf(drawable.name)}-v${drawable.version}.${format === "png" ? "png" : "jpg"}`;
    const file = {
      etag: `"${drawable.id}-${format}"`,
      ...(query.download ? { name } : {}),
    };
    await sendDrawing(request, reply, file, async () => ({
      bytes: await readDrawing(platform, viewer.id, drawable, format),
      mimeType: `image/${format}`,
    }));
    return undefined;
  });

  mount(routes, getDesignPreview).handle(async ({ viewer, params, query, request, reply }) => {
    const drawable = await requireDrawable(platform, viewer.id, params.id, query.version);
    const { width = 640 } = query;
    const file = { etag: `"${drawable.id}-${width}"` };
    await sendDrawing(request, reply, file, () => readDrawingPreview(platform, viewer.id, drawable, width));
    return undefined;
  });

  mount(routes, listFonts).data(() => fonts);
}

/** An address means whatever the design is by then, so that a browser asks; only its owner's may keep it. */
async function sendDrawing(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, name }: { etag: string; name?: string },
  read: () => Promise<ReadPicture>,
): Promise<void> {
  const isKnown = request.headers["if-none-match"]?.includes(etag);
  const picture = isKnown ? undefined : await read();
  reply.headers({ etag, "cache-control": "private, no-cache", "x-content-type-options": "nosniff" });
  if (name) reply.header("content-disposition", `attachment; filename="${name}"`);
  if (picture) reply.type(picture.mimeType).send(picture.bytes);
  else reply.code(304).send();
}

/** In letters that every disk takes. */
function fileNameOf(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 60) || "youtube-thumbnail"
  );
}
