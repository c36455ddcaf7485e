import { APIError } from "better-auth/api";
import { signIn, signUp } from "#contract/identity.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { failure, failureAt } from "#server/platform/failure.ts";
import { addressKey } from "#server/platform/http/client-address.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { requireEmail } from "../accounts.service.ts";
import { findUserByEmail } from "../users.repository.ts";
import { acceptedVersion } from "./accepted-terms.ts";
import {
  awaitNewPassword,
  deleteSession,
  deleteSessionByToken,
  deleteVerificationsOf,
  findPasswordHash,
} from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { authErrorCode, authFailure, authHeaders, relayAuthResponse } from "./call-better-auth.ts";
import { completeSignIn, openOrEnd } from "./complete-sign-in.ts";
import { knownDevice, rememberDevice } from "./known-device.ts";
import { startPasswordAttempt } from "./password-attempts.ts";
import { requireStrongPassword } from "./password-rules.ts";

export function signInRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  mount(routes, signUp).handle(async ({ body, viewer, request, reply }) => {
    const { name, password, rememberMe, termsAccepted = false } = body;
    const email = requireEmail(body.email);
    await requireStrongPassword(password, { email, name }, "password");
    // Read before the library opens its transaction, so that no transaction waits for a second connection.
    const acceptedTerms = await acceptedVersion(platform, termsAccepted);
    const made = auth.api
      .signUpEmail({
        body: { name, email, password, rememberMe, ...{ acceptedTerms } },
        headers: authHeaders(request),
        returnHeaders: true,
      })
      .catch(async (error: unknown) => {
        // Of two sign-ups at once with one e-mail, the table lets one through.
        const lost = authErrorCode(error) === "FAILED_TO_CREATE_USER";
        throw lost && (await findUserByEmail(platform.db, email)) ? failure("USER_ALREADY_EXISTS") : error;
      });
    const answer = await relayAuthResponse(signUp, reply, made);
    await rememberDevice(platform, reply, answer.user.id);
    if (viewer) await deleteSession(platform.db, viewer.sessionId);
    return answer;
  });

  mount(routes, signIn).handle(async ({ body, viewer, request, reply }) => {
    const email = requireEmail(body.email);
    const account = await findUserByEmail(platform.db, email);
    const device = account && (await knownDevice(platform, request, account.id));
    const attempt = await startPasswordAttempt(platform, { email, address: addressKey(request), device });
    const { oneSignInText } = await readShopSettings(platform);
    if (!oneSignInText && !account) throw failureAt("email", "USER_NOT_FOUND");
    // A new password ends the sessions and challenges that are there. One that the former password brings about after that
    // ends here.
    const hash = account && (await findPasswordHash(platform.db, account.id));
    const signedIn = auth.api
      .signInEmail({
        body: { email, password: body.password, rememberMe: body.rememberMe },
        headers: authHeaders(request),
        returnHeaders: true,
      })
      .then(async (made) => {
        if (account) await awaitNewPassword(platform.db, account.id);
        if (account && (await findPasswordHash(platform.db, account.id)) !== hash) {
          if ("token" in made.response) await deleteSessionByToken(platform.db, made.response.token);
          await deleteVerificationsOf(platform.db, account.id);
          throw new APIError("UNAUTHORIZED", { code: "INVALID_EMAIL_OR_PASSWORD" });
        }
        return made;
      })
      .catch(async (error: unknown) => {
        const code = authErrorCode(error);
        if (code === "USER_DISABLED" || code === "STAFF_PASSWORD_TOO_SHORT") await attempt.succeeded();
        if (code === "STAFF_PASSWORD_TOO_SHORT") throw failure(code, tooShortForStaff);
        if (code !== "INVALID_EMAIL_OR_PASSWORD") throw authFailure(error);
        throw oneSignInText
          ? failure("INVALID_EMAIL_OR_PASSWORD")
          : failureAt("password", "INVALID_PASSWORD");
      });
    const answer = await relayAuthResponse(signIn, reply, signedIn);
    await attempt.succeeded();
    if ("user" in answer) {
      const { token, user } = answer;
      await openOrEnd(
        reply,
        () => deleteSessionByToken(platform.db, token),
        () => completeSignIn(platform, request, reply, user.id),
      );
    }
    // The browser has a new session now, or is asked for the code of the one whose password it was; the session before it
    // shall not outlive its cookie.
    if (viewer) await deleteSession(platform.db, viewer.sessionId);
    return answer;
  });
}

/** Whoever joined the staff with a shorter one. */
const tooShortForStaff =
  "The password of someone on the staff must be at least 12 characters. Use 'Forgot Password' to set a new one.";
