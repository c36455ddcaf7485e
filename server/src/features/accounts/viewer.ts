import { isAPIError } from "better-auth/api";
import { fromNodeHeaders } from "better-auth/node";
import type { FastifyReply } from "fastify";
import type { Tx } from "#server/db/database.ts";
import type { ResolveViewer } from "#server/platform/http/viewer.ts";
import type { Auth } from "./auth.ts";
import { libraryFailure } from "./library-call.ts";
import { cookieValue, signedValue } from "./session-cookie.ts";
import { findViewer } from "./viewer.repository.ts";

/**
 * Reads session and role from the database on every request; a disabled or erased account has no session. This is
 * one query of the shop's own rather than the library's three steps, since every call begins with it. The library is
 * asked when the session is due to be prolonged.
 */
export function viewerResolver(auth: Auth, db: Tx): ResolveViewer {
  return async ({ headers: { cookie } }, reply) => {
    if (!cookie) return null;
    const { authCookies, secret, sessionConfig } = await auth.$context;
    const signed = cookieValue(cookie, authCookies.sessionToken.name);
    const token = signed && signedValue(signed, secret);
    if (!token) return null;
    const found = await findViewer(db, token);
    if (!found) return null;
    const { expiresAt, ...viewer } = found;
    const dueAt = expiresAt.getTime() - (sessionConfig.expiresIn - sessionConfig.updateAge) * 1000;
    if (reply && dueAt <= Date.now() && !(await prolong(auth, cookie, reply))) return null;
    return viewer;
  };
}

/** Prolongs session and cookie alike, since a browser drops a cookie at its own end. False where it ended meanwhile. */
async function prolong(auth: Auth, cookie: string, reply: FastifyReply): Promise<boolean> {
  try {
    const headers = fromNodeHeaders({ cookie });
    const found = await auth.api.getSession({ headers, returnHeaders: true });
    for (const renewed of found.headers.getSetCookie()) reply.header("set-cookie", renewed);
    return found.response !== null;
  } catch (error) {
    if (isAPIError(error) && error.statusCode === 401) return false;
    throw libraryFailure(error);
  }
}
