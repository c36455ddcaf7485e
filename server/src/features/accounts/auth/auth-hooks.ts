import { APIError, getOAuthState } from "better-auth/api";
import type { RateLimit } from "#contract/call.ts";
import { plainLine } from "#contract/entered-text.ts";
import { errorTable } from "#contract/errors.ts";
import { startOf } from "#contract/plain-text.ts";
import { countWithin } from "#server/db/count-within.ts";
import type { Tx } from "#server/db/database.ts";
import { grantSignUpGift } from "#server/features/credits/credits.service.ts";
import { addressKey } from "#server/platform/http/client-address.ts";
import type { Platform } from "#server/platform/platform.ts";
import { insertBalance } from "../users.repository.ts";
import { deleteOldestSessionsOf, findRoleToSignIn } from "./auth.repository.ts";
import { clientAddressHeader } from "./call-better-auth.ts";
import { isTooShortForStaff } from "./password-rules.ts";

/**
 * Nobody proves who they are to make an account: whoever makes many, or deletes one and makes it anew, would have credits
 * without end.
 */
const giftsPerAddress: RateLimit = { name: "sign-up-gift", max: 5, windowSeconds: 86_400, by: "address" };

export interface EndpointContext {
  headers?: Headers | undefined;
  path?: string | undefined;
  body?: unknown;
}

export interface NewUser {
  name: string;
  email: string;
}

/** More than anybody has browsers: a right password is let in any number of times, and each session stays for 30 days. */
const mostSessions = 100;

/** Another service is asked who the person is once, at the sign-in; what would let one in there is not kept. */
const withoutTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

/**
 * What the shop adds to the library's rows. `present` gives the transaction that the library has open: user,
 * identity, balance and gift come to be together or not at all.
 */
export function databaseHooksOf({ rateLimits }: Platform, present: () => Tx) {
  async function giveGift(tx: Tx, userId: string, context: EndpointContext | null): Promise<void> {
    const address = context?.headers?.get(clientAddressHeader) ?? "";
    const given = await countWithin(tx, giftsPerAddress, addressKey({ address }));
    if (given <= rateLimits.mostOf(giftsPerAddress)) await grantSignUpGift(tx, userId);
  }
  return {
    user: {
      create: {
        before: async <U extends NewUser>(user: U, context: EndpointContext | null) => ({
          data: {
            ...user,
            name: startOf(plainLine(user.name).trim(), 200) || user.email.split("@")[0]!,
            ...(await acceptedTerms(context)),
          },
        }),
      },
    },
    account: {
      create: {
        before: async (identity: { userId: string }, context: EndpointContext | null) => {
          const tx = present();
          // A second way to sign in finds the balance there, and brings no second gift.
          if (await insertBalance(tx, identity.userId)) await giveGift(tx, identity.userId, context);
          return { data: withoutTokens };
        },
      },
      update: { before: async () => ({ data: withoutTokens }) },
    },
    session: {
      create: {
        before: async (session: { userId: string }, context: EndpointContext | null) => {
          const role = await findRoleToSignIn(present(), session.userId);
          if (!role) throw refusal("USER_DISABLED");
          // The password was right. Looked at before, a guess at one of the staff would take another time than others.
          const { password } = (context?.body ?? {}) as { password?: unknown };
          if (context?.path !== "/sign-in/email" || typeof password !== "string") return;
          if (isTooShortForStaff(password, role)) throw refusal("STAFF_PASSWORD_TOO_SHORT");
        },
        after: ({ userId }: { userId: string }) => deleteOldestSessionsOf(present(), userId, mostSessions),
      },
    },
  };
}

function refusal(code: "USER_DISABLED" | "STAFF_PASSWORD_TOO_SHORT"): APIError {
  return new APIError("FORBIDDEN", { code, message: errorTable[code].message });
}

/**
 * The version that was accepted: sign-up hands it on after the checkbox; whoever comes from another service has accepted by
 * the button, which says so, and the way there carries what it offered.
 */
async function acceptedTerms(context: EndpointContext | null) {
  const carrier = context?.path?.startsWith("/callback/") ? await getOAuthState() : context?.body;
  const { acceptedTerms: version } = (carrier ?? {}) as { acceptedTerms?: unknown };
  return typeof version === "number" ? { termsVersion: version, termsAcceptedAt: new Date() } : {};
}
