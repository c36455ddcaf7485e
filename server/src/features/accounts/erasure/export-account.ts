import type { AnswerOf } from "#contract/call.ts";
import { minorToText } from "#contract/money.ts";
import type { exportAccount } from "#contract/profile.ts";
import type { Tx } from "#server/db/database.ts";
import { exportSupport } from "#server/features/support/support.service.ts";
import { exportWebhooks } from "#server/features/webhooks/webhooks.service.ts";
import { exportYoutube } from "#server/features/youtube/youtube.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { userNotFound, userRecordOf } from "../accounts.service.ts";
import { findUser } from "../users.repository.ts";
import {
  findBesideProfile,
  findBrandOf,
  findDesignsOf,
  findDesignVersionsOf,
  findGenerationsOf,
  findIdentitiesOf,
  findImagesOf,
  findKeysOf,
  findMailsTo,
  findModelCallsOf,
  findPasskeysOf,
  findReferencesOf,
  findSessionsOf,
  findSpellingChecksOf,
  findUploadsOf,
} from "./export.repository.ts";
import {
  findBalancesOf,
  findCreditEntriesOf,
  findOrdersOf,
  findPaymentsOf,
} from "./export-purchases.repository.ts";

type AccountData = AnswerOf<typeof exportAccount>;

/** Everything that the shop keeps about a person, each part as what reads it. */
export async function accountDataParts(
  { db }: Platform,
  userId: string,
): Promise<{ [Part in keyof AccountData]: () => Promise<AccountData[Part]> }> {
  const found = await findUser(db, userId);
  if (!found) throw userNotFound();
  const { termsVersion, termsAcceptedAt, ...beside } = await findBesideProfile(db, userId);
  return {
    exportedAt: async () => new Date().toISOString(),
    profile: async () => ({ ...userRecordOf(found), ...beside }),
    terms: async () => ({ version: termsVersion, acceptedAt: termsAcceptedAt?.toISOString() ?? null }),
    identities: async () => plain(await findIdentitiesOf(db, userId)),
    sessions: async () => plain(await findSessionsOf(db, userId)),
    passkeys: async () => plain(await findPasskeysOf(db, userId)),
    keys: async () => plain(await findKeysOf(db, userId)),
    orders: async () => plain(await readOrders(db, userId)),
    payments: async () => plain(await readPayments(db, userId)),
    creditBalance: () => findBalancesOf(db, userId),
    credits: async () => plain(await findCreditEntriesOf(db, userId)),
    thumbnails: async () => plain(await readThumbnails(db, userId)),
    modelCalls: async () => plain(await findModelCallsOf(db, userId)),
    designs: async () => plain(await readDesigns(db, userId)),
    tickets: async () => plain(await exportSupport(db, userId)),
    references: async () => plain(await readReferences(db, userId)),
    brand: async () => asJson(await findBrandOf(db, userId)),
    youtube: async () => asJson(await exportYoutube(db, userId)),
    webhooks: async () => asJson(await exportWebhooks(db, userId)),
    pictures: async () => plain(await findUploadsOf(db, userId)),
    mails: async () => plain(await findMailsTo(db, found.user.email)),
  };
}

async function readOrders(tx: Tx, userId: string) {
  return (await findOrdersOf(tx, userId)).map(
    ({
      productName,
      priceMinor,
      discountMinor,
      feeMinor,
      totalMinor,
      refundedMinor,
      paypalTransactionId,
      ...order
    }) => ({
      ...order,
      name: productName,
      price: minorToText(priceMinor, order.currency),
      discount: minorToText(discountMinor, order.currency),
      processingFee: minorToText(feeMinor, order.currency),
      totalPrice: minorToText(totalMinor, order.currency),
      refunded: minorToText(refundedMinor, order.currency),
      paypalTransactionID: paypalTransactionId,
    }),
  );
}

async function readPayments(tx: Tx, userId: string) {
  return (await findPaymentsOf(tx, userId)).map(({ amountMinor, ...payment }) => ({
    ...payment,
    amount: minorToText(amountMinor, payment.currency),
  }));
}

async function readThumbnails(tx: Tx, userId: string) {
  const images = Map.groupBy(await findImagesOf(tx, userId), ({ generationId }) => generationId);
  const checks = Map.groupBy(await findSpellingChecksOf(tx, userId), imageOf);
  return (await findGenerationsOf(tx, userId)).map(({ id, ...run }) => ({
    _id: id,
    ...run,
    images: (images.get(id) ?? []).map(({ generationId, position, ...image }) => ({
      url: imageOf({ generationId, position }),
      ...image,
      spelling: (checks.get(imageOf({ generationId, position })) ?? []).map(
        ({ generationId: _, position: __, ...check }) => check,
      ),
    })),
  }));
}

async function readDesigns(tx: Tx, userId: string) {
  const versions = Map.groupBy(await findDesignVersionsOf(tx, userId), ({ designId }) => designId);
  return (await findDesignsOf(tx, userId)).map(({ id, ...design }) => ({
    _id: id,
    ...design,
    versions: (versions.get(id) ?? []).map(({ designId, ...version }) => version),
  }));
}

async function readReferences(tx: Tx, userId: string) {
  return (await findReferencesOf(tx, userId)).map(({ id, ...reference }) => ({
    _id: id,
    url: `/api/references/${id}/image`,
    ...reference,
  }));
}

function imageOf({ generationId, position }: { generationId: string; position: number }): string {
  return `/api/generations/${generationId}/images/${position}`;
}

type Plain<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

/** What was read, by the type of the JSON that `writeAccountData` makes of it. */
const asJson = <T extends object | null>(read: T) => read as unknown as Plain<T>;

const plain = <T extends object>(rows: T[]) => rows as unknown as Plain<T>[];
