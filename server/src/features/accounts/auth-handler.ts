import type { FastifyReply, FastifyRequest } from "fastify";
import { errorTable, type ErrorCode } from "#contract/errors.ts";
import { failure } from "#server/platform/failure.ts";
import { errorBody } from "#server/platform/http/server.ts";
import { requireSameOrigin } from "#server/platform/http/origin.ts";
import type { Routes } from "#server/platform/http/mount.ts";
import type { Auth } from "./auth.ts";

/** Hands /api/auth/* to the identity library and gives its errors the shop's shape, keeping the library's code. */
export function mountAuthHandler(routes: Routes, auth: Auth): void {
  routes.app.route({
    method: ["GET", "POST"],
    url: "/api/auth/*",
    onRequest: async (request) => requireSameOrigin(request, routes.appUrl),
    handler: async (request, reply) => sendResponse(await auth.handler(toRequest(routes, request)), request, reply),
  });
}

/** The request as the library reads it: a fixed origin, and the client's address from the server alone. */
function toRequest(routes: Routes, request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && name !== "x-client-address") headers.set(name, value);
  }
  headers.set("x-client-address", request.ip);
  headers.delete("content-length");
  const hasBody = request.method === "POST";
  return new Request(new URL(request.url, routes.appUrl), {
    method: request.method,
    headers,
    ...(hasBody ? { body: JSON.stringify(request.body ?? {}) } : {}),
  });
}

async function sendResponse(response: Response, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie" && name !== "content-length") reply.header(name, value);
  });
  for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
  reply.code(response.status).header("cache-control", "no-store");
  if (response.status < 400) return reply.send(await response.text());
  const body = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  const code = body.code && body.code in errorTable ? (body.code as ErrorCode) : undefined;
  const shown = errorBody(failure(code ?? "MALFORMED_REQUEST", code ? undefined : body.message), request.id);
  return reply.type("application/json; charset=utf-8").send({ ...shown, code: body.code ?? shown.code });
}
