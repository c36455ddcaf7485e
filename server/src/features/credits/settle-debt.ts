import type { Tx } from "#server/db/database.ts";
import { addToSums, type Booking, insertBooking, insertEntries } from "./ledger.repository.ts";

/** What a debt is settled from: credits that have just come to the balance, and their booking. */
export interface Income extends Pick<Booking, "userId" | "orderId" | "generationId"> {
  bookingId: string;
  amount: number;
  balance: number;
}

/** Settles what of a debt the income covers; answers the balance that is left. */
export async function settleDebt(tx: Tx, income: Income, debt: number): Promise<number> {
  const { userId, orderId, generationId, bookingId: reference } = income;
  const part = Math.min(debt, income.amount);
  if (part === 0) return income.balance;
  const booking = { userId, orderId, generationId, reason: "debt-settled", reference } as const;
  const bookingId = await insertBooking(tx, booking);
  const { balance } = await addToSums(tx, userId, { balance: -part, debt: -part });
  await insertEntries(tx, bookingId!, userId, [
    { account: "member", amount: -part, balanceAfter: balance },
    { account: "owed", amount: part },
  ]);
  return balance;
}
