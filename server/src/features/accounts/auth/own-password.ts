import type { FastifyRequest } from "fastify";
import { failure, failureAt } from "#server/platform/failure.ts";
import { addressKey } from "#server/platform/http/client-address.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findPasswordHash } from "./auth.repository.ts";
import { noPassword } from "./call-better-auth.ts";
import { type PasswordAttempt, startPasswordAttempt } from "./password-attempts.ts";
import { verifyPassword } from "./password-hash.ts";

/** What is asked for beside a session is guessed at like any password; the session is the device. */
export function startOwnAttempt(
  platform: Platform,
  { email, sessionId }: Viewer,
  request: FastifyRequest,
): Promise<PasswordAttempt> {
  return startPasswordAttempt(platform, { email, address: addressKey(request), device: sessionId });
}

/** Who came by another service has none. */
export async function requireOwnHash({ db }: Platform, viewer: Viewer): Promise<string> {
  const hash = await findPasswordHash(db, viewer.id);
  if (hash) return hash;
  throw failure("CONFLICT", noPassword);
}

/** Refuses whoever sits at this session without knowing its person's password. */
export async function requireOwnPassword(
  platform: Platform,
  viewer: Viewer,
  request: FastifyRequest,
  password: string,
  field: "password" | "currentPassword" = "password",
): Promise<void> {
  const hash = await requireOwnHash(platform, viewer);
  const attempt = await startOwnAttempt(platform, viewer, request);
  if (password.length > 128 || !(await verifyPassword(password, hash)))
    throw failureAt(field, "INVALID_PASSWORD");
  await attempt.succeeded();
}
