import type { FastifyReply } from "fastify";
import { answerPolicy } from "./security-headers.ts";

/** A refusal as a page without scripts, files or a rendering: what turns many away must cost next to nothing. */
export function sendPlainPage(
  reply: FastifyReply,
  page: { status: 429 | 503; title: string; text: string; retrySeconds: number },
): FastifyReply {
  const retry = String(page.retrySeconds);
  reply.code(page.status).header("retry-after", retry).header("cache-control", "no-store");
  reply.header("content-security-policy", `${answerPolicy}; style-src 'unsafe-inline'`);
  return reply.type("text/html; charset=utf-8").send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${retry}"><title>${page.title}</title></head>
<body style="font-family:system-ui;max-width:40ch;margin:20vh auto;padding:0 1rem">
<h1>${page.title}</h1>
<p>${page.text}</p></body></html>
`);
}
