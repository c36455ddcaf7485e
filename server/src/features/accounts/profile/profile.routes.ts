import { signOut } from "#contract/identity.ts";
import { deleteAccount, exportAccount, updateUserProfile } from "#contract/profile.ts";
import { failure } from "#server/platform/failure.ts";
import { addressKey } from "#server/platform/http/client-address.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findPasswordHash } from "../accounts.repository.ts";
import type { Auth } from "../auth/auth.ts";
import { authHeaders, relayAuthResponse } from "../auth/call-better-auth.ts";
import { startPasswordAttempt } from "../auth/password-attempts.ts";
import { verifyPassword } from "../auth/password-hash.ts";
import { eraseAccount } from "../erasure/erase-account.ts";
import { collectAccountData } from "../erasure/export-account.ts";
import { updateOwnProfile } from "./update-own-profile.ts";

export function profileRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  mount(routes, updateUserProfile).handle(async ({ viewer, params, body }) => ({
    success: true,
    data: await updateOwnProfile(platform, viewer.id, params.id, body),
    message: "Profile updated successfully!",
  }));

  mount(routes, exportAccount).handle(async ({ viewer, reply }) => {
    reply.header("content-disposition", 'attachment; filename="account-data.json"');
    return collectAccountData(platform, viewer.id);
  });

  mount(routes, deleteAccount).handle(async ({ viewer, body, request, reply }) => {
    const attempt = await startPasswordAttempt(platform, {
      email: viewer.email,
      address: addressKey(request),
      device: viewer.sessionId,
    });
    const hash = await findPasswordHash(platform.db, viewer.id);
    if (!hash)
      throw failure("CONFLICT", "This account has no password yet. Use 'Forgot Password' to set one.");
    if (body.password.length > 128 || !(await verifyPassword(body.password, hash))) {
      const { message } = failure("INVALID_PASSWORD");
      throw failure("INVALID_PASSWORD", message, { fields: { password: message } });
    }
    await attempt.succeeded();
    await eraseAccount(platform, viewer.id);
    // Takes the cookie out of the browser; the session itself is gone already.
    const headers = authHeaders(request);
    await relayAuthResponse(signOut, reply, auth.api.signOut({ body: {}, headers, returnHeaders: true }));
    return { success: true, message: "Your account was deleted." };
  });
}
