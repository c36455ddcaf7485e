import type { FastifyRequest } from "fastify";
import { idleHeader } from "#contract/call.ts";
import { isStaff, isSupportStaff } from "#contract/roles.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { ResolveViewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findViewer, touchSession } from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { cookieValue, unsignCookie } from "./session-cookie.ts";

const minuteMs = 60_000;

/**
 * Reads session and role from the database on every request; a disabled or erased account has no session. This is
 * one query of the shop's own rather than the library's three steps, since every call begins with it.
 */
export function createViewerResolver(auth: Auth, platform: Platform): ResolveViewer {
  const { db } = platform;
  return async (request, isUse = true) => {
    const token = await sessionTokenIn(auth, request);
    const found = token && (await findViewer(db, token));
    if (!found) return null;
    const { lastUsedAt, hasFactor, ...rest } = found;
    const owesFactor =
      isSupportStaff(rest) && !hasFactor && (await readShopSettings(platform)).staffFactorRequired;
    // Until then they are a member like any other, also where a call tells the staff more.
    const role = owesFactor ? ("member" as const) : rest.role;
    const viewer = { ...rest, owesFactor, role, ownRole: rest.role };
    // What a screen asks by itself would keep the session of a browser that was left open.
    const isAsked = isUse && request.headers[idleHeader] === undefined;
    if (isStaff(rest.role) && isAsked && lastUsedAt.getTime() < Date.now() - minuteMs)
      // A database that can't write just now is no reason to refuse a read.
      await touchSession(db, viewer.sessionId).catch(() => undefined);
    return viewer;
  };
}

/**
 * Tells without the database whether the shop has once signed the request's cookie. The session may have ended since,
 * so that this opens nothing.
 */
export function signedSessionChecker(auth: Auth): (request: FastifyRequest) => Promise<boolean> {
  return async (request) => (await sessionTokenIn(auth, request)) !== null;
}

/** Whom the request's challenge asks for a code; null where there is none. */
export async function findChallenged(
  auth: Auth,
  { headers: { cookie } }: FastifyRequest,
): Promise<string | null> {
  const { createAuthCookie, internalAdapter } = await auth.$context;
  const challenge = await signedCookie(auth, cookie, createAuthCookie("two_factor").name);
  return challenge && ((await internalAdapter.findVerificationValue(challenge))?.value ?? null);
}

/** Checking a signature is a twentieth of what a short call takes, and each request is asked for its place and its person. */
const tokens = new WeakMap<FastifyRequest, string | null>();

async function sessionTokenIn(auth: Auth, request: FastifyRequest): Promise<string | null> {
  const known = tokens.get(request);
  if (known !== undefined) return known;
  const { name } = (await auth.$context).authCookies.sessionToken;
  const token = await signedCookie(auth, request.headers.cookie, name);
  tokens.set(request, token);
  return token;
}

async function signedCookie(auth: Auth, cookie: string | undefined, name: string): Promise<string | null> {
  const signed = cookie ? cookieValue(cookie, name) : null;
  return signed && unsignCookie(signed, (await auth.$context).secret);
}
