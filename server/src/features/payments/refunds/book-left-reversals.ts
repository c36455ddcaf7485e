import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { lockOrderById } from "#server/features/orders/orders.service.ts";
import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { returnWhole } from "../capture/stray-payment.ts";
import { findCapture } from "../payments.repository.ts";
import { bookMovements } from "./book-movements.ts";
import { notCarriedOut } from "./refund-ends.ts";
import {
  findReversalsOfCapture,
  findUnbookedPayments,
  findUnbookedStrays,
  refuseLeftRefunds,
} from "./refunds.repository.ts";

type Needs = Pick<Platform, "db" | "log">;

/** Books what a process of a former release has stored beside this one, which keeps no movements, and refuses what failed. */
export async function bookLeftReversals(platform: Needs): Promise<void> {
  await withDeadlockRetry(platform.db, (tx) => refuseLeftRefunds(tx, notCarriedOut));
  await bookPayments(platform);
  await bookStrays(platform);
}

async function bookPayments({ db, log }: Needs): Promise<void> {
  await workOff(
    log,
    (failed, limit) => findUnbookedPayments(db, failed, limit),
    ({ id, orderId }) =>
      withDeadlockRetry(db, async (tx) => {
        await lockOrderById(tx, orderId);
        const capture = await findCapture(tx, id);
        const rows = await findReversalsOfCapture(tx, id);
        const last = rows.reduce((one, other) => (one.updatedAt > other.updatedAt ? one : other));
        await bookMovements(tx, capture!, last);
      }),
  );
}

async function bookStrays({ db, log }: Needs): Promise<void> {
  await workOff(
    log,
    (failed, limit) => findUnbookedStrays(db, failed, limit),
    ({ id, returnedAt }) => withDeadlockRetry(db, (tx) => returnWhole(tx, id, returnedAt)),
  );
}
