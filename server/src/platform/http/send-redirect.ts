import type { FastifyReply } from "fastify";
import { answerPolicy } from "./security-headers.ts";

/** Leads a browser on after a way over another service. The answer itself is nobody's page, and is not kept. */
export function sendRedirect(reply: FastifyReply, location: string): void {
  reply
    .code(302)
    .header("cache-control", "no-store")
    .header("content-security-policy", answerPolicy)
    .header("location", location)
    .send();
}
