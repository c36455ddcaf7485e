import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { spoil, type Waiting } from "../gemini/transport.ts";
import {
  type ApiError,
  accountRefused,
  backendError,
  insufficientScope,
  invalidImage,
  notAllowed,
  quotaExceeded,
  rateLimitExceeded,
  signupRequired,
  unauthorized,
  uploadRateLimitExceeded,
  videoNotFound,
} from "./errors.ts";
import { type Fault, type FaultKind, type Faults, isTransport, type Operation } from "./faults.ts";

/** A call as tests see it: never with a token. */
export interface RecordedCall {
  operation: Operation;
  at: string;
  videoId?: string | undefined;
  /** SHA-256 in hex of the token that came along, to tell tokens apart. */
  tokenHash?: string | undefined;
  fault?: FaultKind | undefined;
}

export interface Calls {
  recorded: RecordedCall[];
  /** Does a call's work, or what a fault makes of it. */
  perform(
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (fault: Fault | undefined) => Promise<unknown>,
    videoId?: string,
  ): Promise<unknown>;
}

const refusals: Partial<Record<FaultKind, () => ApiError>> = {
  unavailable: () => backendError(503),
  internal: () => backendError(500),
  unauthorized,
  quota: quotaExceeded,
  forbidden: notAllowed,
  "insufficient-scope": () => insufficientScope("youtube.api.v3.V3DataVideoService.List"),
  "rate-limited": uploadRateLimitExceeded,
  "invalid-image": invalidImage,
  "not-found": videoNotFound,
  "signup-required": signupRequired,
  "account-closed": () => accountRefused("authenticatedUserAccountClosed"),
  "account-suspended": () => accountRefused("authenticatedUserAccountSuspended"),
  "no-channel": () => accountRefused("authenticatedUserNotChannel"),
  "queries-per-minute": () => rateLimitExceeded("minute"),
  "queries-per-day": () => rateLimitExceeded("day"),
};

const recordedAtMost = 2000;

export function createCalls(faults: Faults, waiting: Waiting, now: () => number): Calls {
  const recorded: RecordedCall[] = [];
  return {
    recorded,
    async perform(operation, request, reply, work, videoId) {
      const fault = faults.take({ operation, videoId });
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
      const tokenHash = token && createHash("sha256").update(token).digest("hex");
      const at = new Date(now()).toISOString();
      recorded.push({ operation, at, videoId, tokenHash, fault: fault?.fault });
      if (recorded.length > recordedAtMost) recorded.shift();
      if (!fault) return work(undefined);
      await waiting.pause(fault.delayMs);
      const refused = refusals[fault.fault]?.();
      if (refused) throw refused;
      if (fault.fault === "redirect") return reply.redirect("https://evil.example/elsewhere", 302);
      if (!isTransport(fault.fault)) return work(fault);
      const done = fault.afterEffect ? await work(fault) : undefined;
      await spoil(fault.fault, reply, waiting, async () => JSON.stringify(done ?? (await work(fault))));
      return reply;
    },
  };
}
