import { create as contentDisposition } from "content-disposition";
import { makePack as makeCall, previewPack } from "#contract/packs.ts";
import { limitConcurrency, limitConcurrencyByKey } from "#server/platform/concurrency.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findEntries } from "./find-entries.ts";
import { makePack } from "./make-pack.ts";

/**
 * A pack takes 12 MB while it is made, so few are made at once, and of one person one after another. Its place is free before it
 * is sent: what readers have yet to take is bounded for all answers together (platform/http/connections.ts).
 */
const inTurn = limitConcurrency(8, 40);
const inTurnOfPerson = limitConcurrencyByKey(1, 2);

export function packsRoutes(routes: Routes, platform: Platform): void {
  mount(routes, makeCall).handle(async ({ viewer, body, reply }) => {
    const { name, archive } = await inTurnOfPerson(viewer.id, () =>
      inTurn(() => makePack(platform, viewer.id, body)),
    );
    reply
      .type("application/zip")
      .header("content-disposition", contentDisposition(name, { fallback: "thumbnail-pack.zip" }))
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .send(archive);
    return undefined;
  });

  mount(routes, previewPack).data(async ({ viewer, query }) => {
    const found = await findEntries(platform, viewer.id, query.entries);
    return query.entries.map((entry, index) => {
      const { name, previewUrl, differsIn } = found[index] ?? {};
      return { ...entry, isGone: !found[index], name, previewUrl, differsIn };
    });
  });
}
