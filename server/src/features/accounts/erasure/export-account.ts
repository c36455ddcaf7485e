import type { AnswerOf } from "#contract/call.ts";
import { minorToText } from "#contract/money.ts";
import type { exportAccount } from "#contract/profile.ts";
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

/** Everything that the shop keeps about a person. */
export async function collectAccountData(
  platform: Platform,
  userId: string,
): Promise<AnswerOf<typeof exportAccount>> {
  const { db } = platform;
  const found = await findUser(db, userId);
  if (!found) throw userNotFound();
  const { termsVersion, termsAcceptedAt, ...beside } = await findBesideProfile(db, userId);
  const images = Map.groupBy(await findImagesOf(db, userId), ({ generationId }) => generationId);
  const checks = Map.groupBy(await findSpellingChecksOf(db, userId), imageOf);
  const orders = (await findOrdersOf(db, userId)).map(
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
  const payments = (await findPaymentsOf(db, userId)).map(({ amountMinor, ...payment }) => ({
    ...payment,
    amount: minorToText(amountMinor, payment.currency),
  }));
  const thumbnails = (await findGenerationsOf(db, userId)).map(({ id, ...run }) => ({
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
  const versions = Map.groupBy(await findDesignVersionsOf(db, userId), ({ designId }) => designId);
  const designs = (await findDesignsOf(db, userId)).map(({ id, ...design }) => ({
    _id: id,
    ...design,
    versions: (versions.get(id) ?? []).map(({ designId, ...version }) => version),
  }));
  const references = (await findReferencesOf(db, userId)).map(({ id, ...reference }) => ({
    _id: id,
    url: `/api/references/${id}/image`,
    ...reference,
  }));
  return {
    exportedAt: new Date().toISOString(),
    profile: { ...userRecordOf(found), ...beside },
    terms: { version: termsVersion, acceptedAt: termsAcceptedAt?.toISOString() ?? null },
    identities: plain(await findIdentitiesOf(db, userId)),
    sessions: plain(await findSessionsOf(db, userId)),
    passkeys: plain(await findPasskeysOf(db, userId)),
    keys: plain(await findKeysOf(db, userId)),
    orders: plain(orders),
    payments: plain(payments),
    creditBalance: await findBalancesOf(db, userId),
    credits: plain(await findCreditEntriesOf(db, userId)),
    thumbnails: plain(thumbnails),
    modelCalls: plain(await findModelCallsOf(db, userId)),
    designs: plain(designs),
    tickets: plain(await exportSupport(db, userId)),
    references: plain(references),
    brand: asJson(await findBrandOf(db, userId)),
    youtube: asJson(await exportYoutube(db, userId)),
    webhooks: asJson(await exportWebhooks(db, userId)),
    pictures: plain(await findUploadsOf(db, userId)),
    mails: plain(await findMailsTo(db, found.user.email)),
  };
}

function imageOf({ generationId, position }: { generationId: string; position: number }): string {
  return `/api/generations/${generationId}/images/${position}`;
}

type Plain<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

/** What was read as the JSON that it becomes. */
function asJson<T extends object | null>(read: T): Plain<T> {
  return JSON.parse(JSON.stringify(read)) as Plain<T>;
}

const plain = <T extends object>(rows: T[]): Plain<T>[] => rows.map(asJson);
