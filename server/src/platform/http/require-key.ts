import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { keyLimit, wrongKeysLimit } from "#contract/api-keys.ts";
import type { Call } from "#contract/call.ts";
import { failure } from "#server/platform/failure.ts";
import { addressKey } from "./client-address.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { ResolveKey, Viewer } from "./viewer.ts";

/** The key that a request comes with, as RFC 6750 has it, and nowhere else: not in a query, a cookie or a body. */
export function bearerIn({ headers: { authorization } }: Pick<FastifyRequest, "headers">): string | null {
  const found = /^Bearer(?= |$)(.*)$/i.exec(authorization ?? "");
  return found && found[1]!.trim();
}

const knownMs = 10 * 60_000;
const mostKnown = 10_000;

/**
 * Notes which keys were good of late, so that the door tells a member's program from anybody's without asking the database:
 * it has a place where people with a session have one. Such a key opens nothing by that.
 */
export function noteGoodKeys(resolveKey: ResolveKey): {
  resolveKey: ResolveKey;
  isKnown(key: string): boolean;
} {
  const until = new Map<string, number>();
  const hashOf = (key: string) => createHash("sha256").update(key).digest("base64");
  return {
    async resolveKey(key) {
      const viewer = await resolveKey(key);
      const hash = hashOf(key);
      // The one noted longest ago comes first.
      until.delete(hash);
      if (viewer) until.set(hash, Date.now() + knownMs);
      if (until.size > mostKnown) until.delete(until.keys().next().value!);
      return viewer;
    },
    isKnown: (key) => (until.get(hashOf(key)) ?? 0) > Date.now(),
  };
}

const openToAll = "No key opens this call. It is open to everyone without one.";

/**
 * The member whose key it is, where the key opens the call. The challenges are RFC 6750's,
 * https://www.rfc-editor.org/rfc/rfc6750#section-3. Keys that open nothing are counted against their address; a good one
 * is let in there all the same, since programs of many members share an address and nobody guesses 256 bits.
 */
export async function requireKey(
  { resolveKey, rateLimits }: { resolveKey: ResolveKey; rateLimits: RateLimits },
  { access, scope }: Pick<Call, "access" | "scope">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer> {
  const viewer = await resolveKey(bearerIn(request) ?? "");
  if (!viewer?.key) {
    await rateLimits.use(wrongKeysLimit, addressKey(request));
    reply.header("www-authenticate", 'Bearer error="invalid_token"');
    throw failure("KEY_INVALID");
  }
  await countCall(rateLimits, viewer.key.id, reply);
  if (scope === undefined) throw failure("KEY_NOT_ACCEPTED", access === "visitor" ? openToAll : undefined);
  if (!viewer.key.scopes.includes(scope)) {
    reply.header("www-authenticate", `Bearer error="insufficient_scope", scope="${scope}"`);
    throw failure("SCOPE_MISSING", `This call needs a key with the scope ${scope}, which this key lacks.`);
  }
  return viewer;
}

/** Told by https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/ on every answer. */
async function countCall(rateLimits: RateLimits, keyId: string, reply: FastifyReply): Promise<void> {
  const { isUsedUp, max, left, resetSeconds } = await rateLimits.take(keyLimit, keyId);
  reply.header("ratelimit-policy", `"${keyLimit.name}";q=${max};w=${keyLimit.windowSeconds}`);
  reply.header("ratelimit", `"${keyLimit.name}";r=${left};t=${resetSeconds}`);
  if (isUsedUp) throw failure("TOO_MANY_REQUESTS", undefined, { retryAfter: resetSeconds });
}
