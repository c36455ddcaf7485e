import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { makePack, previewPack } from "#contract/packs.ts";
import { limitConcurrency, limitConcurrencyByKey } from "#server/platform/concurrency.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findEntries } from "./find-entries.ts";
import { collectPack } from "./make-pack.ts";

/** A pack is in memory until its reader has it: 6 MB, so many at once, and of one person one after another. */
const inTurn = limitConcurrency(8, 40);
const inTurnOfPerson = limitConcurrencyByKey(1, 2);

export function packsRoutes(routes: Routes, platform: Platform): void {
  mount(routes, makePack).handle(async ({ viewer, body, reply }) => {
    await inTurnOfPerson(viewer.id, () =>
      inTurn(async () => {
        const { name, files } = await collectPack(platform, viewer.id, body);
        // The demo's and the tests' shops start without it.
        const { zipOf } = await import("./zip.ts");
        const stream = Readable.from(zipOf(files));
        reply
          .type("application/zip")
          .header("content-disposition", attachment(name))
          .header("cache-control", "no-store")
          .header("x-content-type-options", "nosniff")
          .send(stream);
        // Who goes away has what he got.
        await finished(stream).catch(() => undefined);
      }),
    );
    return undefined;
  });

  mount(routes, previewPack).handle(async ({ viewer, query }) => {
    const found = await findEntries(platform, viewer.id, query.entries);
    const data = query.entries.map((entry, index) => {
      const { name, previewUrl, differsIn } = found[index] ?? {};
      return { ...entry, isGone: !found[index], name, previewUrl, differsIn };
    });
    return { success: true, data };
  });
}

/** Under its whole name, and under a plain one for what knows no other: RFC 6266. */
function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="thumbnail-pack.zip"; filename*=UTF-8''${encoded}`;
}
