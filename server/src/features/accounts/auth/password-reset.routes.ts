import { checkResetLink, requestPasswordReset, resetPassword } from "#contract/identity.ts";
import { databaseNow } from "#server/db/clock.ts";
import { failure, failureAt, invalid } from "#server/platform/failure.ts";
import { addressKey } from "#server/platform/http/client-address.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { requireEmail } from "../accounts.service.ts";
import { findUserByEmail, findUserById } from "../users.repository.ts";
import type { Auth } from "./auth.ts";
import { authFault, authHeaders, relayAuthResponse } from "./call-better-auth.ts";
import { knownDevice, rememberDevice } from "./known-device.ts";
import { resetPasswordByLink } from "./new-password.ts";
import { clearPasswordAttempts, countResetMail } from "./password-attempts.ts";
import { leadingBackTo } from "./password-mails.ts";
import { requireStrongPassword } from "./password-rules.ts";

export function passwordResetRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  mount(routes, requestPasswordReset).handle(async ({ body, request, reply }) => {
    if (body.email === "") throw invalid({ email: "Please enter your email address" });
    const email = requireEmail(body.email, "Please enter a valid email address.");
    const account = await findUserByEmail(platform.db, email);
    const device = account && (await knownDevice(platform, request, account.id));
    await countResetMail(platform, email, device !== null);
    if (!account) throw failureAt("email", "USER_NOT_FOUND", "No user found with this email address.");
    const headers = authHeaders(request);
    await relayAuthResponse(
      requestPasswordReset,
      reply,
      leadingBackTo(body.from, () =>
        auth.api.requestPasswordReset({ body: { email }, headers, returnHeaders: true }),
      ),
    );
    // The library tells its log alone that no mail was queued, and answers as if there was one.
    const { err } = authFault();
    if (err) throw err;
    return { status: true, message: "Password Reset Email Sent!" };
  });

  mount(routes, checkResetLink).handle(async ({ query }) => {
    await requireResetLink(platform, auth, query.token);
    return { status: true };
  });

  mount(routes, resetPassword).handle(async ({ body, query, request, reply }) => {
    // A password that is refused leaves the link good.
    const { linkId, person } = await requireResetLink(platform, auth, body.token || query.token);
    await requireStrongPassword(body.newPassword, person, "newPassword");
    const { newPassword: password, keepKeys = false } = body;
    await resetPasswordByLink(platform, { linkId, person, password, keepKeys });
    await clearPasswordAttempts(platform, { email: person.email, address: addressKey(request) });
    await rememberDevice(platform, reply, person.id);
    return { status: true };
  });
}

/** The link of this token and whose it is. Throws 400 where it was used already or is too old. */
async function requireResetLink(platform: Platform, auth: Auth, token: string | undefined) {
  if (!token) throw failure("INVALID_TOKEN");
  const { internalAdapter } = await auth.$context;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  const isGood = link && link.expiresAt > (await databaseNow(platform.db));
  const person = isGood ? await findUserById(platform.db, link.value) : null;
  if (!link || !person) throw failure("INVALID_TOKEN");
  return { linkId: link.id, person };
}
