import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { twoFactor } from "better-auth/plugins/two-factor";
import { z } from "zod";
import type { Tx } from "#server/db/database.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findPasskeyOwner, notePasskeyUse } from "./passkeys.repository.ts";

/**
 * The library's own time for a code: 30 s, and one before or after it. It asks for one after a password alone; the same
 * challenge stands behind the sign-in by another service here, which knows nothing of the shop's second factor.
 */
export function secondFactorPlugin() {
  const plugin = twoFactor({ totpOptions: { digits: 6, period: 30 } });
  for (const hook of plugin.hooks.after) {
    const { matcher } = hook;
    hook.matcher = (context) => matcher(context) || (context.path?.startsWith("/callback/") ?? false);
  }
  return plugin;
}

/**
 * The library's plugin. It takes answers for which the device has not asked who holds it, by finger, face or PIN;
 * the shop takes none, so that one passkey is two factors. `present` gives the transaction that is open.
 */
export function passkeyPlugin({ config }: Platform, present: () => Tx) {
  return passkey({
    rpID: new URL(config.appUrl).hostname,
    origin: config.appUrl,
    schema: { passkey: { fields: { credentialID: "credentialId" } } },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      async afterVerification({ verification }) {
        const made = verification.registrationInfo;
        if (!made?.userVerified || (await findPasskeyOwner(present(), made.credential.id))) throw refused();
      },
    },
    authentication: {
      async afterVerification({ verification: { authenticationInfo } }) {
        if (!authenticationInfo.userVerified) throw refused();
        await notePasskeyUse(present(), authenticationInfo.credentialID);
      },
    },
  });
}

/** The session and the cookie of somebody whom the shop knows already, as the library's own calls make them. */
export function openSessionPlugin() {
  return {
    id: "open-session",
    endpoints: {
      openSession: createAuthEndpoint.serverOnly(
        { method: "POST", body: z.object({ userId: z.string() }) },
        async (context) => {
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(context.body.userId);
          if (!user) throw new APIError("UNAUTHORIZED", { code: "UNAUTHORIZED" });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(context, { session, user });
          return { token: session.token, user };
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function refused(): APIError {
  const { message } = failure("INVALID_PASSKEY");
  return new APIError("UNAUTHORIZED", { code: "INVALID_PASSKEY", message });
}
