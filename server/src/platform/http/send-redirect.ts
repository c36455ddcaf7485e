import type { FastifyReply } from "fastify";
import { answerPolicy } from "./security-headers.ts";

/** Leads a browser on. The answer itself is nobody's page; after a way over another service it is not kept either. */
export function sendRedirect(reply: FastifyReply, location: string, cacheControl = "no-store"): void {
  reply
    .code(302)
    .header("cache-control", cacheControl)
    .header("content-security-policy", answerPolicy)
    .header("location", location)
    .send();
}
