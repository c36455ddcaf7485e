import type { FastifyReply } from "fastify";
import {
  addPasskey,
  askForPasskey,
  listPasskeys,
  maxPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startPasskey,
} from "#contract/passkeys.ts";
import { holdsAddress } from "#server/features/mail/greeting.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { awaitNewPassword, deleteSession } from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { authHeaders, relayAuthResponse } from "./call-better-auth.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { inSession } from "./in-session.ts";
import {
  countPasskeys,
  deletePasskey,
  findPasskeyOwner,
  findPasskeys,
  notePasskeySession,
  setPasskeyName,
} from "./passkeys.repository.ts";
import { bindChallenge, requireKnownFactor } from "./passkeys.ts";
import { queueFactorNotice } from "./password-mails.ts";

const tooMany = `You have ${maxPasskeys} passkeys, which is the most that an account can have. Please remove one first.`;

const passkeyNamed = (name: string) => (holdsAddress(name) ? "a passkey" : `the passkey '${name}'`);

/** The library's calls about passkeys. */
export function passkeyRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  const { db } = platform;

  mount(routes, listPasskeys).handle(async ({ viewer }) => ({
    success: true,
    data: (await findPasskeys(db, viewer.id)).map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      _id: id,
      name,
      isSynced: backedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }));

  mount(routes, startPasskey).handle(async ({ viewer, request, reply }) => {
    await requireRoom(viewer);
    const headers = authHeaders(request);
    const options = await relayAuthResponse(
      startPasskey,
      reply,
      auth.api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true }),
    );
    const { shopName } = await readShopSettings(platform);
    return { ...options, rp: { ...(options.rp as object), name: shopName } };
  });

  mount(routes, addPasskey).handle(async ({ viewer, body, request, reply }) => {
    await requireRoom(viewer);
    const headers = authHeaders(request);
    const made = await relayAuthResponse(
      addPasskey,
      reply,
      auth.api.verifyPasskeyRegistration({ body, headers, returnHeaders: true }),
    );
    // Of several that were made at once, the last one finds that they are too many.
    if ((await countPasskeys(db, viewer.id)) > maxPasskeys) {
      await deletePasskey(db, viewer.id, made.id);
      throw failure("CONFLICT", tooMany);
    }
    // A new password may have ended the session, and the passkeys that were there by then.
    await inSession(platform, viewer, (tx) => notePasskeySession(tx, viewer.sessionId)).catch(
      async (error: unknown) => {
        await deletePasskey(db, viewer.id, made.id);
        throw error;
      },
    );
    await queueFactorNotice(platform, viewer, `${passkeyNamed(body.name)} was added to your account`);
    return made;
  });

  mount(routes, renamePasskey).handle(async ({ viewer, body }) => {
    if (!(await setPasskeyName(db, viewer.id, body.id, body.name))) throw failure("NOT_FOUND");
    return { status: true };
  });

  mount(routes, removePasskey).handle(async ({ viewer, body }) => {
    await requireKnownFactor(platform, viewer);
    const name = await deletePasskey(db, viewer.id, body.id);
    if (name === null) throw failure("NOT_FOUND");
    await queueFactorNotice(platform, viewer, `${passkeyNamed(name)} was removed from your account`);
    return { status: true };
  });

  mount(routes, askForPasskey).handle(async ({ viewer, request, reply }) => {
    const headers = authHeaders(request);
    const options = await relayAuthResponse(
      askForPasskey,
      reply,
      auth.api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true }),
    );
    if (viewer) await bindChallenge(auth, viewer, options.challenge);
    return { ...options, userVerification: "required" };
  });

  mount(routes, signInByPasskey).handle(async ({ viewer, body, request, reply }) => {
    const headers = authHeaders(request);
    const answer = await relayAuthResponse(
      signInByPasskey,
      reply,
      auth.api.verifyPasskeyAuthentication({ body, headers, returnHeaders: true }),
    );
    await requireStillThere(body.response.id, answer, reply);
    await notePasskeySession(db, answer.session.id);
    await completeSignIn(platform, request, reply, answer.user.id);
    // The browser has a new session now; the one before it shall not outlive its cookie.
    if (viewer) await deleteSession(db, viewer.sessionId);
    return answer;
  });

  /** A new password may have ended the passkey since it was looked at, with the sessions that were there by then. */
  async function requireStillThere(
    credentialId: string,
    { user, session }: { user: { id: string }; session: { id: string } },
    reply: FastifyReply,
  ): Promise<void> {
    await awaitNewPassword(db, user.id);
    if ((await findPasskeyOwner(db, credentialId)) === user.id) return;
    await deleteSession(db, session.id);
    reply.removeHeader("set-cookie");
    throw failure("INVALID_PASSKEY");
  }

  async function requireRoom(viewer: Viewer): Promise<void> {
    await requireKnownFactor(platform, viewer);
    if ((await countPasskeys(db, viewer.id)) >= maxPasskeys) throw failure("CONFLICT", tooMany);
  }
}
