import type { FastifyRequest } from "fastify";
import {
  changePassword,
  getSession,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  revokeSessions,
  signOut,
  stepUp,
} from "#contract/identity.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findOpenSessionsOf, findTwoFactor, proveSession } from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { authFailure, authHeaders, noSecondFactor, relayAuthResponse } from "./call-better-auth.ts";
import { endSession } from "./end-session.ts";
import { rememberDevice } from "./known-device.ts";
import { changeOwnPassword } from "./new-password.ts";
import { requireOwnPassword, startOwnAttempt } from "./own-password.ts";
import { proveByPasskey } from "./passkeys.ts";
import { requireStrongPassword } from "./password-rules.ts";
import { requireUnusedCode } from "./second-factor.routes.ts";

/** The library's calls that a signed-in person makes. What it offers beside the mounted ones answers 404. */
export function sessionRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  mount(routes, signOut).handle(({ request, reply }) => endSession(auth, request, reply));

  mount(routes, getSession).handle(async ({ viewer, request, reply }) => {
    if (!viewer) return null;
    const headers = authHeaders(request);
    return relayAuthResponse(getSession, reply, auth.api.getSession({ headers, returnHeaders: true }));
  });

  mount(routes, changePassword).handle(async ({ body, viewer, request, reply }) => {
    await requireStrongPassword(body.newPassword, { ...viewer, role: viewer.ownRole }, "newPassword");
    await requireOwnPassword(platform, viewer, request, body.currentPassword, "currentPassword");
    const changed = changeOwnPassword(platform, auth, viewer, request, body.newPassword);
    const answer = await relayAuthResponse(changePassword, reply, changed);
    await rememberDevice(platform, reply, viewer.id);
    return answer;
  });

  mount(routes, stepUp).handle(async ({ body, viewer, request }) => {
    if (body.code !== undefined) {
      await proveByCode(viewer, request, body.code);
      return { status: true };
    }
    if (body.passkey) {
      await proveByPasskey(platform, auth, viewer, request, body.passkey);
      return { status: true };
    }
    await requireOwnPassword(platform, viewer, request, body.password ?? "");
    await proveSession(platform.db, viewer.sessionId);
    return { status: true };
  });

  mount(routes, listSessions).handle(async ({ viewer, request, reply }) => {
    const headers = authHeaders(request);
    const listed = await relayAuthResponse(
      listSessions,
      reply,
      auth.api.listSessions({ headers, returnHeaders: true }),
    );
    // The library knows nothing of the staff's hours.
    const open = await findOpenSessionsOf(platform.db, viewer.id);
    return listed.filter(({ id }) => open.has(id));
  });

  mount(routes, revokeSession).handle(async ({ body, request, reply }) => {
    const headers = authHeaders(request);
    return relayAuthResponse(
      revokeSession,
      reply,
      auth.api.revokeSession({ body, headers, returnHeaders: true }),
    );
  });

  mount(routes, revokeSessions).handle(async ({ request, reply }) => {
    const headers = authHeaders(request);
    return relayAuthResponse(
      revokeSessions,
      reply,
      auth.api.revokeSessions({ headers, returnHeaders: true }),
    );
  });

  mount(routes, revokeOtherSessions).handle(async ({ request, reply }) => {
    const headers = authHeaders(request);
    return relayAuthResponse(
      revokeOtherSessions,
      reply,
      auth.api.revokeOtherSessions({ headers, returnHeaders: true }),
    );
  });

  /** An authenticator's code says as much as the password, and is guessed at like it. */
  async function proveByCode(viewer: Viewer, request: FastifyRequest, code: string): Promise<void> {
    const found = await findTwoFactor(platform.db, viewer.id);
    if (!found?.verified) throw failure("CONFLICT", noSecondFactor);
    const attempt = await startOwnAttempt(platform, viewer, request);
    const headers = authHeaders(request);
    await auth.api.verifyTOTP({ body: { code }, headers }).catch((error: unknown) => {
      throw authFailure(error);
    });
    await requireUnusedCode(platform, viewer.id, code);
    await attempt.succeeded();
    await proveSession(platform.db, viewer.sessionId);
  }
}
