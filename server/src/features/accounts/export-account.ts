import type { AnswerOf } from "#contract/call.ts";
import { minorToText } from "#contract/money.ts";
import type { exportAccount } from "#contract/profile.ts";
import { exportSupport } from "#server/features/support/support.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { userNotFound, userRecordOf } from "./accounts.service.ts";
import {
  findCreditEntriesOf,
  findGenerationsOf,
  findMailsTo,
  findOrdersOf,
  findSessionsOf,
  findUploadsOf,
} from "./export.repository.ts";
import { findUser } from "./users.repository.ts";

/** Everything that the shop keeps about a person. */
export async function collectOwnData(
  platform: Pick<Platform, "db">,
  userId: string,
): Promise<AnswerOf<typeof exportAccount>> {
  const { db } = platform;
  const found = await findUser(db, userId);
  if (!found) throw userNotFound();
  const { termsVersion, termsAcceptedAt, email } = found.user;
  const orders = (await findOrdersOf(db, userId)).map((row) => ({
    orderId: row.orderId,
    kind: row.kind,
    createdAt: row.createdAt.toISOString(),
    name: row.productName,
    credit: row.credit,
    totalPrice: minorToText(row.totalMinor, row.currency),
    currency: row.currency,
    paymentStatus: row.paymentStatus,
    orderStatus: row.orderStatus,
    paypalTransactionID: row.paypalTransactionId,
    payerEmail: row.payerEmail,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    address: row.address,
    country: row.country,
  }));
  return {
    exportedAt: new Date().toISOString(),
    profile: userRecordOf(found),
    terms: { version: termsVersion, acceptedAt: termsAcceptedAt?.toISOString() ?? null },
    sessions: plain(await findSessionsOf(db, userId)),
    orders,
    credits: plain(await findCreditEntriesOf(db, userId)),
    thumbnails: plain(await findGenerationsOf(db, userId)),
    tickets: plain(await exportSupport(db, userId)),
    pictures: plain(await findUploadsOf(db, userId)),
    mails: plain(await findMailsTo(db, email)),
  };
}

type Plain<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

/** Rows as the JSON that they become. */
function plain<T extends object>(rows: T[]): Plain<T>[] {
  return JSON.parse(JSON.stringify(rows)) as Plain<T>[];
}
