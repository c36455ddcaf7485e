import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { ApiClient, Call, InputOf } from "#contract/call.ts";
import { pathOf } from "#contract/call.ts";
import { pageContext } from "#contract/page-context.ts";
import type { Config } from "#server/config.ts";
import { failure } from "#server/platform/failure.ts";
import { contentSecurityPolicy, securityHeaders } from "./security-headers.ts";

/** Adds the rendered pages and the browser's files. Every path that no call has is a page's, or the not-found page. */
export async function addPages(app: FastifyInstance, build: ServerBuild, config: Config): Promise<void> {
  const render = createRequestHandler(build, "production");
  await app.register(fastifyStatic, {
    root: join(dirname(fileURLToPath(import.meta.url)), "../client"),
    wildcard: false,
    index: false,
    setHeaders: (response, path) => {
      const forever = path.includes("/assets/");
      response.header("cache-control", forever ? "public, max-age=31536000, immutable" : "public, max-age=3600");
      response.header("x-content-type-options", "nosniff");
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    if (!["GET", "HEAD"].includes(request.method) || !acceptsPages(request)) throw failure("NOT_FOUND");
    return sendPage(app, request, reply, render, config);
  });
}

/** JSON goes to whoever does not ask for HTML. React Router's own data requests name no type and end in .data. */
function acceptsPages(request: FastifyRequest): boolean {
  if (request.url.split("?")[0]!.endsWith(".data")) return true;
  return (request.headers.accept ?? "").includes("text/html");
}

async function sendPage(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  render: ReturnType<typeof createRequestHandler>,
  config: Config,
): Promise<FastifyReply> {
  const context = new RouterContextProvider();
  context.set(pageContext, { api: inProcessClient(app, request), url: request.url });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && !name.startsWith(":")) headers.set(name, value);
  }
  const response = await render(
    new Request(new URL(request.url, config.appUrl), { method: request.method, headers }),
    context,
  );
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie") reply.header(name, value);
  });
  for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
  if (!response.headers.has("cache-control")) reply.header("cache-control", "no-store");
  const body = Buffer.from(await response.arrayBuffer());
  const isPage = (response.headers.get("content-type") ?? "").startsWith("text/html");
  for (const [name, value] of Object.entries(securityHeaders)) reply.header(name, value);
  if (isPage) {
    reply.header(
      "content-security-policy",
      contentSecurityPolicy(config, request.url, inlineScriptHashes(body.toString())),
    );
  }
  return reply.code(response.status).send(body);
}

/** The policy names each inline script by its hash, so no other one can run. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
  );
}

/** Calls of a page's loaders go through the same routes as the browser's, as the same person. */
function inProcessClient(app: FastifyInstance, request: FastifyRequest): ApiClient {
  return async <C extends Call>(call: C, input: InputOf<C>) => {
    const { body } = input as { body?: unknown };
    const response = await app.inject({
      method: call.method,
      url: pathOf(call, input),
      headers: { accept: "application/json", ...(request.headers.cookie ? { cookie: request.headers.cookie } : {}) },
      remoteAddress: request.ip,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const total = response.headers["x-total-count"];
    const data = response.json();
    if (response.statusCode >= 400) {
      throw Object.assign(new Error(data.message), { ...data, name: "ApiError", status: response.statusCode });
    }
    return { status: response.statusCode, data, total: total === undefined ? null : Number(total) };
  };
}
