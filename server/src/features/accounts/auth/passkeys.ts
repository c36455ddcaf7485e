import type { FastifyRequest } from "fastify";
import type { PasskeyAnswer } from "#contract/passkey-answers.ts";
import { failure } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { deleteSession, proveSession } from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { authFailure, authHeaders } from "./call-better-auth.ts";
import { countPasskeys, findPasskeyOwner, notePasskeySession } from "./passkeys.repository.ts";

/** So long a challenge is good; the library's own time. */
const challengeSeconds = 300;

/** A challenge that was asked for in this session. */
const boundTo = (sessionId: string, challenge: string) => `passkey-proof-${sessionId}-${challenge}`;

/** The library binds a challenge to the browser alone; the proof takes none that another session asked for. */
export async function bindChallenge(auth: Auth, viewer: Viewer, challenge: string): Promise<void> {
  const { internalAdapter } = await auth.$context;
  const expiresAt = new Date(Date.now() + challengeSeconds * 1000);
  const identifier = boundTo(viewer.sessionId, challenge);
  await internalAdapter.createVerificationValue({ identifier, value: viewer.id, expiresAt });
}

/** Proves by a passkey's answer who sits at this session. Each challenge counts once, right or wrong. */
export async function proveByPasskey(
  platform: Platform,
  auth: Auth,
  viewer: Viewer,
  request: FastifyRequest,
  response: PasskeyAnswer,
): Promise<void> {
  const { db } = platform;
  const { internalAdapter } = await auth.$context;
  const identifier = boundTo(viewer.sessionId, challengeIn(response));
  if (!(await internalAdapter.consumeVerificationValue(identifier)))
    throw failure("CODE_EXPIRED", "This took too long. Please try again.");
  if ((await findPasskeyOwner(db, response.id)) !== viewer.id) throw failure("INVALID_PASSKEY");
  const headers = authHeaders(request);
  const verified = await auth.api
    .verifyPasskeyAuthentication({ body: { response }, headers })
    .catch((error: unknown) => {
      throw authFailure(error);
    });
  // The library knows passkeys for signing in alone: nobody gets to see the session that it made for it.
  await deleteSession(db, verified.session.id);
  await proveSession(db, viewer.sessionId);
  await notePasskeySession(db, viewer.sessionId);
}

function challengeIn({ response }: PasskeyAnswer): string {
  try {
    return String(JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString()).challenge);
  } catch {
    return "";
  }
}

/**
 * Whoever of the staff owes a factor and has a passkey shows that one first: else a stolen password would be enough to
 * make another in its place.
 */
export async function requireKnownFactor({ db }: Platform, viewer: Viewer): Promise<void> {
  if (!viewer.owesFactor || (await countPasskeys(db, viewer.id)) === 0) return;
  throw failure(
    "FACTOR_REQUIRED",
    "Please use one of your passkeys first. If you have lost them, another admin can take them off your account.",
  );
}
