import { fromNodeHeaders } from "better-auth/node";
import type { Tx } from "#server/db/database.ts";
import type { ResolveViewer } from "#server/platform/http/viewer.ts";
import type { Auth } from "./auth.ts";
import { cookieValue, signedValue } from "./session-cookie.ts";
import { findViewer } from "./viewer.repository.ts";

/**
 * Reads session and role from the database on every request; a disabled or erased account has no session. This is
 * one query of the shop's own rather than the library's three steps, since every call begins with it. The library is
 * asked when the session is due to be prolonged.
 */
export function viewerResolver(auth: Auth, db: Tx): ResolveViewer {
  return async ({ headers: { cookie } }) => {
    if (!cookie) return null;
    const { authCookies, secret, sessionConfig } = await auth.$context;
    const signed = cookieValue(cookie, authCookies.sessionToken.name);
    const token = signed && signedValue(signed, secret);
    if (!token) return null;
    const found = await findViewer(db, token);
    if (!found) return null;
    const { expiresAt, ...viewer } = found;
    const dueAt = expiresAt.getTime() - (sessionConfig.expiresIn - sessionConfig.updateAge) * 1000;
    if (dueAt <= Date.now()) await auth.api.getSession({ headers: fromNodeHeaders({ cookie }) });
    return viewer;
  };
}
