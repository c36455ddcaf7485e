import { create as contentDisposition } from "content-disposition";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isAdmin } from "#contract/roles.ts";
import { isLoopback } from "#server/networks.ts";
import { failure } from "#server/platform/failure.ts";
import type { Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readMail, readMessageLog } from "./mail.service.ts";
import { mailListPage, mailPage } from "./mail-catcher-html.ts";

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** The mail itself runs nothing and is of no origin; its links open beside it. */
const bodyPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

interface MailRequest {
  Params: { id: string; index: string };
  Querystring: { page?: string; q?: string };
}

/**
 * What the demo's mails look like, at /demo/mail. They hold reset links, so where the shop's public address is not
 * this very machine, only an admin may look.
 */
export function mailCatcherRoutes(routes: Routes, platform: Platform): void {
  const { app } = routes;
  const guard = { onRequest: (request: FastifyRequest) => requireMailAccess(routes, platform, request) };

  app.get<MailRequest>("/demo/mail", guard, async (request, reply) => {
    const page = Math.max(1, Number.parseInt(request.query.page ?? "1", 10) || 1);
    const q = String(request.query.q ?? "").slice(0, 200);
    const { entries, total } = await readMessageLog(platform, { page, pageSize: 25, q });
    return sendHtml(
      reply,
      mailListPage(entries, { page, last: Math.max(1, Math.ceil(total / 25)), q, total }),
    );
  });

  app.get<MailRequest>("/demo/mail/:id", guard, async (request, reply) => {
    return sendHtml(reply, mailPage(await readMail(platform, request.params.id)));
  });

  app.get<MailRequest>("/demo/mail/:id/body", guard, async (request, reply) => {
    const { html } = await readMail(platform, request.params.id);
    return sendHtml(
      reply,
      html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`),
      bodyPolicy,
    );
  });

  app.get<MailRequest>("/demo/mail/:id/attachments/:index", guard, async (request, reply) => {
    const mail = await readMail(platform, request.params.id);
    const file = mail.attachments[Number(request.params.index)];
    if (!file) throw failure("NOT_FOUND");
    return reply
      .header("content-disposition", contentDisposition(file.name))
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "no-store")
      .type("application/octet-stream")
      .send(Buffer.from(file.base64, "base64"));
  });
}

function sendHtml(reply: FastifyReply, html: string, policy = pagePolicy): FastifyReply {
  return reply
    .header("content-security-policy", policy)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);
}

/** The Host header is looked at too: a foreign name that was made to point here is some other site's page. */
async function requireMailAccess(routes: Routes, platform: Platform, request: FastifyRequest): Promise<void> {
  const hostname = (request.headers.host ?? "").replace(/:\d+$/, "");
  if (isLoopback(new URL(platform.config.appUrl).hostname) && isLoopback(hostname)) return;
  const viewer = await routes.resolveViewer(request);
  if (!isAdmin(viewer)) throw failure("NOT_FOUND");
}
