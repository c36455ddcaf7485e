import { isAPIError } from "better-auth/api";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call, RateLimit } from "#contract/call.ts";
import {
  disableTotp,
  enableTotp,
  getFactors,
  makeBackupCodes,
  verifyBackupCode,
  verifyTotp,
} from "#contract/identity.ts";
import { Failure, failure, failureAt } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  awaitNewPassword,
  deleteSessionByToken,
  findPasswordHash,
  findTwoFactor,
  removeTwoFactor,
} from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { authHeaders, relayAuthResponse } from "./call-better-auth.ts";
import { completeSignIn, openOrEnd } from "./complete-sign-in.ts";
import { requireOwnHash, requireOwnPassword, startOwnAttempt } from "./own-password.ts";
import { countPasskeys } from "./passkeys.repository.ts";
import { requireKnownFactor } from "./passkeys.ts";
import { changeAndTell } from "./password-mails.ts";
import { findChallenged } from "./viewer.ts";

/** A code counts once: whoever looked over a shoulder comes too late with it. As long as the library takes one. */
const oneUse: RateLimit = { name: "used-code", max: 1, windowSeconds: 120, by: "user", exact: true };

/** Refuses an authenticator's code that this person has used before. */
export async function requireUnusedCode(
  { rateLimits }: Platform,
  userId: string,
  code: string,
): Promise<void> {
  await rateLimits.use(oneUse, `${userId}:${code}`).catch((error: unknown) => {
    throw error instanceof Failure && error.code === "TOO_MANY_REQUESTS" ? failure("INVALID_CODE") : error;
  });
}

/** The library's calls about authenticators and the codes for the day one is lost. */
export function secondFactorRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  const { db } = platform;

  mount(routes, getFactors).handle(async ({ viewer }) => {
    const found = await findTwoFactor(db, viewer.id);
    const passkeys = await countPasskeys(db, viewer.id);
    if (!found?.verified) return { success: true, data: { totp: false, backupCodesLeft: 0, passkeys } };
    const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId: viewer.id } });
    return { success: true, data: { totp: true, backupCodesLeft: backupCodes.length, passkeys } };
  });

  mount(routes, enableTotp).handle(async ({ viewer, request, reply, body }) => {
    await requireKnownFactor(platform, viewer);
    return withPassword(viewer, request, () =>
      relayAuthResponse(
        enableTotp,
        reply,
        auth.api.enableTwoFactor({
          body: { ...body, method: "totp", issuer: new URL(platform.config.appUrl).hostname },
          headers: authHeaders(request),
          returnHeaders: true,
        }) as Promise<{ headers: Headers; response: unknown }>,
      ),
    );
  });

  mount(routes, makeBackupCodes).handle(async ({ viewer, request, reply, body }) => {
    const what = "new backup codes were made for your account";
    const headers = authHeaders(request);
    return withPassword(viewer, request, () =>
      relayAuthResponse(
        makeBackupCodes,
        reply,
        changeAndTell(platform, viewer, what, (tx) =>
          auth.within(tx, () => auth.api.generateBackupCodes({ body, headers, returnHeaders: true })),
        ),
      ),
    );
  });

  mount(routes, disableTotp).handle(async ({ viewer, request, body }) => {
    const had = await findTwoFactor(db, viewer.id);
    if (!had?.verified) throw failure("CONFLICT", "There is no second factor to turn off.");
    await requireOwnPassword(platform, viewer, request, body.password);
    const what = "the second factor of your account was turned off";
    await changeAndTell(platform, viewer, what, (tx) => removeTwoFactor(tx, viewer.id));
    return { status: true };
  });

  mount(routes, verifyTotp).handle(async ({ viewer, request, reply, body }) => {
    if (viewer) return finishSetUp(viewer, request, reply, body.code);
    const headers = authHeaders(request);
    const verify = () => auth.api.verifyTOTP({ body, headers, returnHeaders: true });
    return finishSignIn(verifyTotp, request, reply, verify, (userId) =>
      requireUnusedCode(platform, userId, body.code),
    );
  });

  mount(routes, verifyBackupCode).handle(async ({ viewer, request, reply, body }) => {
    if (viewer) throw failure("CONFLICT", "You are signed in already.");
    const headers = authHeaders(request);
    const verify = () => auth.api.verifyBackupCode({ body, headers, returnHeaders: true }) as RelayedAnswer;
    return finishSignIn(verifyBackupCode, request, reply, verify);
  });

  /** A password that is asked for beside a session is guessed at like any other. */
  async function withPassword<T>(
    viewer: Viewer,
    request: FastifyRequest,
    work: () => Promise<T>,
  ): Promise<T> {
    await requireOwnHash(platform, viewer);
    const attempt = await startOwnAttempt(platform, viewer, request);
    const answer = await work().catch((error: unknown) => {
      const isWrong = error instanceof Failure && error.code === "INVALID_PASSWORD";
      throw isWrong ? failureAt("password", "INVALID_PASSWORD") : error;
    });
    await attempt.succeeded();
    return answer;
  }

  /** The first right code: from now on signing in takes one. */
  async function finishSetUp(viewer: Viewer, request: FastifyRequest, reply: FastifyReply, code: string) {
    await requireKnownFactor(platform, viewer);
    const attempt = await startOwnAttempt(platform, viewer, request);
    const found = await findTwoFactor(db, viewer.id);
    if (!found) throw failure("CONFLICT", "Please begin to set it up first.");
    if (found.verified) throw failure("CONFLICT", "It is set up already.");
    const headers = authHeaders(request);
    const what = "a second factor was set up for your account";
    const verified = changeAndTell(platform, viewer, what, (tx) =>
      auth.within(tx, () => auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true })),
    );
    const answer = await relayAuthResponse(verifyTotp, reply, verified).catch(onCode);
    await attempt.succeeded();
    await requireUnusedCode(platform, viewer.id, code);
    return answer;
  }

  /**
   * Signed in, unless the code was used before, or a new password has ended the challenge meanwhile: the session that the
   * library made for it is none then.
   */
  async function finishSignIn<C extends Call>(
    call: C,
    request: FastifyRequest,
    reply: FastifyReply,
    verify: () => RelayedAnswer,
    check?: (userId: string) => Promise<void>,
  ) {
    const challenged = await findChallenged(auth, request);
    const hash = challenged && (await findPasswordHash(db, challenged));
    const answer = (await relayAuthResponse(call, reply, verify()).catch(onCode)) as {
      token: string;
      user: { id: string };
    };
    const end = () => deleteSessionByToken(db, answer.token);
    await openOrEnd(reply, end, async () => {
      await awaitNewPassword(db, answer.user.id);
      if ((await findPasswordHash(db, answer.user.id)) !== hash) throw failure("CODE_EXPIRED");
      await check?.(answer.user.id);
      await completeSignIn(platform, request, reply, answer.user.id);
    });
    return answer as never;
  }
}

type RelayedAnswer = Promise<{ headers: Headers | null; response: unknown }>;

/** What is wrong with a code is said at its field. One that two send at once is the first one's. */
function onCode(error: unknown): never {
  const isTaken = isAPIError(error) && error.statusCode === 409;
  if (!isTaken && (!(error instanceof Failure) || error.code !== "INVALID_CODE")) throw error;
  throw failureAt("code", "INVALID_CODE");
}
