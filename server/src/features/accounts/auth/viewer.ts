import { isAPIError } from "better-auth/api";
import { fromNodeHeaders } from "better-auth/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#server/db/database.ts";
import type { ResolveViewer } from "#server/platform/http/viewer.ts";
import { findViewer } from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { authFailure } from "./call-better-auth.ts";
import { cookieValue, unsignCookie } from "./session-cookie.ts";

/**
 * Reads session and role from the database on every request; a disabled or erased account has no session. This is
 * one query of the shop's own rather than the library's three steps, since every call begins with it. The library is
 * asked when the session is due to be prolonged.
 */
export function createViewerResolver(auth: Auth, db: Tx): ResolveViewer {
  return async ({ headers: { cookie } }, reply) => {
    const token = await sessionTokenIn(auth, cookie);
    const found = token && (await findViewer(db, token));
    if (!cookie || !found) return null;
    const { sessionConfig } = await auth.$context;
    const { expiresAt, ...viewer } = found;
    const dueAt = expiresAt.getTime() - (sessionConfig.expiresIn - sessionConfig.updateAge) * 1000;
    if (reply && dueAt <= Date.now() && !(await refreshSession(auth, cookie, reply))) return null;
    return viewer;
  };
}

/**
 * Tells without the database whether the shop has once signed the request's cookie. The session may have ended since,
 * so that this opens nothing.
 */
export function signedSessionChecker(auth: Auth): (request: FastifyRequest) => Promise<boolean> {
  return async ({ headers: { cookie } }) => (await sessionTokenIn(auth, cookie)) !== null;
}

async function sessionTokenIn(auth: Auth, cookie: string | undefined): Promise<string | null> {
  if (!cookie) return null;
  const { authCookies, secret } = await auth.$context;
  const signed = cookieValue(cookie, authCookies.sessionToken.name);
  return signed && unsignCookie(signed, secret);
}

/** Prolongs session and cookie alike, since a browser drops a cookie at its own end. False where it ended meanwhile. */
async function refreshSession(auth: Auth, cookie: string, reply: FastifyReply): Promise<boolean> {
  try {
    const headers = fromNodeHeaders({ cookie });
    const found = await auth.api.getSession({ headers, returnHeaders: true });
    for (const renewed of found.headers.getSetCookie()) reply.header("set-cookie", renewed);
    return found.response !== null;
  } catch (error) {
    if (isAPIError(error) && error.statusCode === 401) return false;
    throw authFailure(error);
  }
}
