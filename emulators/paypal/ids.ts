import { randomInt } from "node:crypto";

const TRANSACTION_CHARACTERS = "ABCDEFGHJKLMNPRSTUVWXY0123456789";
const ACCOUNT_CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const HEX = "0123456789abcdef";

function randomText(characters: string, length: number): string {
  let text = "";
  for (let i = 0; i < length; i += 1) text += characters[randomInt(characters.length)];
  return text;
}

/** 17 characters, the form of PayPal's order, capture, refund and webhook ids. */
export const newTransactionId = (): string => randomText(TRANSACTION_CHARACTERS, 17);

/** 13 characters, the form of a payer's or merchant's account id. */
export const newAccountId = (): string => randomText(ACCOUNT_CHARACTERS, 13);

export const newDebugId = (): string => randomText(HEX, 13);

export const newEventId = (): string => `WH-${newTransactionId()}-${newTransactionId()}`;

export const newDisputeId = (): string =>
  `PP-R-${randomText(ACCOUNT_CHARACTERS.slice(8), 3)}-${randomText("0123456789", 8)}`;

export const newAccessToken = (): string =>
  `A21AA${randomText(`${TRANSACTION_CHARACTERS}${TRANSACTION_CHARACTERS.toLowerCase()}-_`, 92)}`;
