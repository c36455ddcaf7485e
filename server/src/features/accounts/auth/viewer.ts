import { isAPIError } from "better-auth/api";
import { fromNodeHeaders } from "better-auth/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { ResolveViewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findViewer, touchSession } from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { authFailure } from "./call-better-auth.ts";
import { cookieValue, unsignCookie } from "./session-cookie.ts";

const minuteMs = 60_000;

/**
 * Reads session and role from the database on every request; a disabled or erased account has no session. This is
 * one query of the shop's own rather than the library's three steps, since every call begins with it. The library is
 * asked when the session is due to be prolonged.
 */
export function createViewerResolver(auth: Auth, platform: Platform): ResolveViewer {
  const { db } = platform;
  return async ({ headers: { cookie } }, reply) => {
    const token = await sessionTokenIn(auth, cookie);
    const found = token && (await findViewer(db, token));
    if (!cookie || !found) return null;
    const { sessionConfig } = await auth.$context;
    const { expiresAt, lastUsedAt, hasFactor, ...rest } = found;
    const isStaff = rest.role !== "member";
    const owesFactor =
      (rest.role === "Admin" || rest.role === "moderator") &&
      !hasFactor &&
      (await readShopSettings(platform)).staffFactorRequired;
    // Until then they are a member like any other, also where a call tells the staff more.
    const viewer = { ...rest, owesFactor, role: owesFactor ? ("member" as const) : rest.role };
    if (isStaff && lastUsedAt.getTime() < Date.now() - minuteMs)
      // A database that can't write just now is no reason to refuse a read.
      await touchSession(db, viewer.sessionId).catch(() => undefined);
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
