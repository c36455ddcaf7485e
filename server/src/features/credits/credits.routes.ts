import { stringify } from "csv-stringify/sync";
import { deductCredit, downloadCreditEntries, listCreditEntries, refundCredit } from "#contract/credits.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readStatement } from "./statement.ts";
import { giveCreditBack, releaseLapsedHolds, setCreditAside } from "./unused-holds.ts";

export function creditsRoutes(routes: Routes, platform: Platform): void {
  mount(
    routes,
    listCreditEntries,
  )(async ({ viewer, query, total }) => {
    const statement = await readStatement(platform.db, viewer, query);
    total(statement.total);
    return statement.entries;
  });

  mount(
    routes,
    downloadCreditEntries,
  )(async ({ viewer, query, reply }) => {
    const { entries } = await readStatement(platform.db, viewer, query);
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="credits.csv"')
      .header("cache-control", "no-store")
      .send(stringify(entries, { header: true, columns: csvColumns, escape_formulas: true, bom: true }));
    return undefined;
  });

  mount(
    routes,
    deductCredit,
  )(async ({ viewer }) => ({
    success: true,
    data: await setCreditAside(platform, viewer.id),
  }));

  mount(
    routes,
    refundCredit,
  )(async ({ viewer }) => ({
    success: true,
    data: await giveCreditBack(platform, viewer.id),
  }));

  platform.jobs.every("lapsed-holds", 15, () => releaseLapsedHolds(platform));
}

const csvColumns = ["createdAt", "reason", "amount", "balanceAfter", "orderId", "note"];
