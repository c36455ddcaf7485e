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
import { quoted } from "#server/features/mail/greeting.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { awaitNewPassword, deleteSession } from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { authHeaders, relayAuthResponse } from "./call-better-auth.ts";
import { completeSignIn, openOrEnd } from "./complete-sign-in.ts";
import {
  countPasskeys,
  deletePasskey,
  findPasskeyOwner,
  findPasskeys,
  notePasskeySession,
  setPasskeyName,
} from "./passkeys.repository.ts";
import { bindChallenge, requireKnownFactor } from "./passkeys.ts";
import { changeAndTell } from "./password-mails.ts";

const tooMany = `You have ${maxPasskeys} passkeys, which is the most that an account can have. Please remove one first.`;

/** The library's calls about passkeys. */
export function passkeyRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  const { db } = platform;

  mount(routes, listPasskeys).data(async ({ viewer }) =>
    (await findPasskeys(db, viewer.id)).map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      _id: id,
      name,
      isSynced: backedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  );

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
    const what = `the passkey ${quoted(body.name)} was added to your account`;
    let refusal: unknown;
    const made = changeAndTell(platform, viewer, what, async (tx) => {
      const answer = await auth
        .within(tx, () => auth.api.verifyPasskeyRegistration({ body, headers, returnHeaders: true }))
        .catch((error: unknown) => {
          refusal = error;
          return null;
        });
      // Refused as well, the challenge has counted.
      if (!answer) return null;
      // Of several that were made at once, the last one finds that they are too many.
      if ((await countPasskeys(tx, viewer.id)) > maxPasskeys) throw failure("CONFLICT", tooMany);
      await notePasskeySession(tx, viewer.sessionId);
      return answer;
    });
    const answered = made.then((answer) => answer ?? Promise.reject(refusal));
    return relayAuthResponse(addPasskey, reply, answered);
  });

  mount(routes, renamePasskey).handle(async ({ viewer, body }) => {
    if (!(await setPasskeyName(db, viewer.id, body.id, body.name))) throw failure("NOT_FOUND");
    return { status: true };
  });

  mount(routes, removePasskey).handle(async ({ viewer, body }) => {
    await requireKnownFactor(platform, viewer);
    const found = (await findPasskeys(db, viewer.id)).find(({ id }) => id === body.id);
    if (!found) throw failure("NOT_FOUND");
    const what = `the passkey ${quoted(found.name)} was removed from your account`;
    await changeAndTell(platform, viewer, what, async (tx) => {
      if (!(await deletePasskey(tx, viewer.id, body.id))) throw failure("NOT_FOUND");
    });
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
    const end = () => deleteSession(db, answer.session.id);
    await openOrEnd(reply, end, async () => {
      // A new password may have ended the passkey since it was looked at, with the sessions that were there by then.
      await awaitNewPassword(db, answer.user.id);
      const owner = await findPasskeyOwner(db, body.response.id);
      if (owner !== answer.user.id) throw failure("INVALID_PASSKEY");
      await notePasskeySession(db, answer.session.id);
      await completeSignIn(platform, request, reply, answer.user.id);
    });
    // The browser has a new session now; the one before it shall not outlive its cookie.
    if (viewer) await deleteSession(db, viewer.sessionId);
    return answer;
  });

  async function requireRoom(viewer: Viewer): Promise<void> {
    await requireKnownFactor(platform, viewer);
    if ((await countPasskeys(db, viewer.id)) >= maxPasskeys) throw failure("CONFLICT", tooMany);
  }
}
