import { getUserSummary, getUserTimeline, removeUserFactors } from "#contract/user-page.ts";
import {
  createUser,
  deleteUser,
  listAdmins,
  listUsers,
  updateUser,
  updateUserBalance,
  updateUserMembership,
} from "#contract/users.ts";
import { actorOf, recordAudit } from "#server/features/audit/audit.service.ts";
import { completeOwnPayments } from "#server/features/payments/payments.service.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readUser, userRecordOf } from "../accounts.service.ts";
import { eraseAccount } from "../erasure/erase-account.ts";
import { completeOwnProfile } from "../profile/update-own-profile.ts";
import { findAllAdminEmails, findUser } from "../users.repository.ts";
import { changeUser } from "./change-user.ts";
import { removeFactors } from "./remove-factors.ts";
import { findUsers } from "./user-list.repository.ts";
import { readUserSummary, readUserTimeline } from "./user-page.ts";
import { keepSnapshots } from "./user-snapshots.ts";

export function usersRoutes(routes: Routes, platform: Platform): void {
  mount(routes, createUser).data(({ viewer, body }) => completeOwnProfile(platform, viewer, body));

  mount(routes, listUsers).handle(async ({ viewer, query, total }) => {
    const { userEmail, ...filter } = query;
    const email = userEmail?.trim().toLowerCase();
    if (viewer.role === "Admin") {
      const found = await findUsers(platform.db, { ...filter, email });
      total(found.total, found.more);
      const records = found.rows.map(userRecordOf);
      // The shop's own screens read by the page, and save with the version.
      if (query.page === undefined) {
        // A database that can't write just now is no reason to refuse a read.
        await keepSnapshots(platform.db, viewer.sessionId, records, email === undefined).catch((error) =>
          platform.log.warn({ err: error }, "what was shown of people was not kept"),
        );
      }
      return records;
    }
    const own = email === undefined || email === viewer.email ? await findUser(platform.db, viewer.id) : null;
    total(own ? 1 : 0);
    return own ? [userRecordOf(own)] : [];
  });

  mount(routes, listAdmins).handle(async ({ viewer }) => {
    if (viewer.role !== "Admin") return [];
    return (await findAllAdminEmails(platform.db)).map((UserEmail) => ({ UserEmail }));
  });

  mount(routes, getUserSummary).data(({ params }) => readUserSummary(platform.db, params.id));

  mount(routes, getUserTimeline).handle(async ({ params, query, total }) => {
    const found = await readUserTimeline(platform.db, params.id, query);
    total(found.total);
    return found.lines;
  });

  mount(routes, updateUser).data(
    (incoming) =>
      changeUser(platform, actorOf(incoming), incoming.viewer.sessionId, incoming.params.id, incoming.body),
    "User updated successfully",
  );

  mount(routes, removeUserFactors).handle(async (incoming) => {
    await removeFactors(platform, actorOf(incoming), incoming.params.id, incoming.body.reason);
    return { success: true, message: "The second factor was taken off" };
  });

  mount(routes, deleteUser).handle(async (incoming) => {
    const { id } = incoming.params;
    if (id === incoming.viewer.id) throw failure("CONFLICT", "You cannot delete your own account here.");
    const actor = actorOf(incoming);
    await eraseAccount(platform, id, (tx) =>
      recordAudit(tx, actor, { action: "DELETE /api/users/{id}", subject: `user:${id}` }),
    );
    return { success: true, message: "User deleted successfully" };
  });

  for (const call of [updateUserBalance, updateUserMembership]) {
    mount(routes, call).data(async ({ viewer }) => {
      await completeOwnPayments(platform, viewer.id);
      return readUser(platform, viewer.id);
    });
  }
}
