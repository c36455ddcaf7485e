import { requestPasswordReset, resetPassword } from "#contract/identity.ts";
import { endKeysAtReset } from "#server/features/api-keys/api-keys.service.ts";
import { failure, failureAt, invalid } from "#server/platform/failure.ts";
import { addressKey } from "#server/platform/http/client-address.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { requireEmail } from "../accounts.service.ts";
import { findUserByEmail, findUserById } from "../users.repository.ts";
import type { Auth } from "./auth.ts";
import { authHeaders, relayAuthResponse } from "./call-better-auth.ts";
import { knownDevice, rememberDevice } from "./known-device.ts";
import { clearPasswordAttempts, countResetMail } from "./password-attempts.ts";
import { requireStrongPassword } from "./password-rules.ts";

export function passwordResetRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  mount(routes, requestPasswordReset).handle(async ({ body, request, reply }) => {
    if (body.email === "") throw invalid({ email: "Please enter your email address" });
    const email = requireEmail(body.email, "Please enter a valid email address.");
    const account = await findUserByEmail(platform.db, email);
    await countResetMail(platform, email, account && (await knownDevice(platform, request, account.id)));
    if (!account) throw failureAt("email", "USER_NOT_FOUND", "No user found with this email address.");
    const headers = authHeaders(request);
    await relayAuthResponse(
      requestPasswordReset,
      reply,
      auth.api.requestPasswordReset({ body: { email }, headers, returnHeaders: true }),
    );
    return { status: true, message: "Password Reset Email Sent!" };
  });

  mount(routes, resetPassword).handle(async ({ body, query, request, reply }) => {
    const token = body.token || query.token;
    if (!token) throw failure("INVALID_TOKEN");
    // Looked at before it is used up, so that a password that is refused leaves the link good.
    const { internalAdapter } = await auth.$context;
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    const person = link && link.expiresAt > new Date() ? await findUserById(platform.db, link.value) : null;
    if (!person) throw failure("INVALID_TOKEN");
    await requireStrongPassword(body.newPassword, person, "newPassword");
    const endKeys = () => (body.keepKeys ? undefined : endKeysAtReset(platform, person));
    // Before the link is used up: a process that dies in between leaves a link that ends them, not keys that stay.
    await endKeys();
    const answer = await relayAuthResponse(
      resetPassword,
      reply,
      auth.api.resetPassword({
        body: { newPassword: body.newPassword, token },
        headers: authHeaders(request),
        returnHeaders: true,
      }),
    );
    // And what a session made meanwhile, which has ended by now.
    await endKeys();
    await clearPasswordAttempts(platform, { email: person.email, address: addressKey(request) });
    await rememberDevice(platform, reply, person.id);
    return answer;
  });
}
