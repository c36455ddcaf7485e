import type { FastifyReply, FastifyRequest } from "fastify";
import { signOut } from "#contract/identity.ts";
import type { Auth } from "./auth.ts";
import { authHeaders, relayAuthResponse } from "./call-better-auth.ts";

/**
 * Ends the request's session. The browser forgets the files that it keeps for a year, which were the person's alone: whoever
 * signs in there next would open them by their addresses. Only a secure origin's word counts for it.
 */
export async function endSession(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  const work = auth.api.signOut({ body: {}, headers: authHeaders(request), returnHeaders: true });
  const answer = await relayAuthResponse(signOut, reply, work);
  reply.header("clear-site-data", '"cache"');
  return answer;
}
