import {
  type CreditEntry,
  deductCredit,
  downloadCreditEntries,
  getBalance,
  listCreditEntries,
  refundCredit,
} from "#contract/credits.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { type CsvColumn, csvOf, sendCsv } from "#server/platform/http/csv.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { sumsOf } from "./credits.service.ts";
import { readStatement, readWholeStatement } from "./statement.ts";
import { openUnusedHold, releaseUnusedHold } from "./unused-holds.ts";

export function creditsRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getBalance).data(async ({ viewer }) => {
    const { cost, minimumBalance } = await readShopSettings(platform);
    const { balance, held } = await sumsOf(platform.db, viewer.id);
    return { currentBalance: balance, held, cost, minimumBalance };
  });

  mount(routes, listCreditEntries).handle(async ({ viewer, query, total }) => {
    const statement = await readStatement(platform.db, viewer, query);
    total(statement.total);
    return statement.entries;
  });

  mount(routes, downloadCreditEntries).handle(async ({ viewer, query, reply }) => {
    const parts = readWholeStatement(platform.db, viewer, query.userEmail);
    // The first part is read before the answer begins, so that a failure is still answered as one.
    const first = await parts.next();
    sendCsv(reply, "credits", csvOf(columns, begunWith(first.value ?? [], parts)));
    return undefined;
  });

  mount(routes, deductCredit).data(({ viewer }) => openUnusedHold(platform, viewer.id));

  mount(routes, refundCredit).data(({ viewer }) => releaseUnusedHold(platform, viewer.id));
}

const columns: CsvColumn<CreditEntry>[] = (
  ["createdAt", "reason", "amount", "balanceAfter", "orderId", "generationId", "note"] as const
).map((title) => [title, (entry) => entry[title] ?? null]);

async function* begunWith<Part>(first: Part, rest: AsyncIterable<Part>): AsyncGenerator<Part> {
  yield first;
  yield* rest;
}
