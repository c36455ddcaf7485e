import { createHash, randomBytes } from "node:crypto";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { ApiClient, Call, InputOf } from "#contract/call.ts";
import { pathOf } from "#contract/call.ts";
import { pageContext } from "#contract/page-context.ts";
import type { Config } from "#server/config.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { createPageCache, type RenderedPage, sendRendered, sharedRequest } from "./page-cache.ts";
import { contentSecurityPolicy, isPaymentPage, pageHeaders } from "./security-headers.ts";
import { serveCompressedFiles, staticHeaders } from "./static-files.ts";

/** Adds the rendered pages and the browser's files. Every path that no call has is a page's, or the not-found page. */
export async function addPages(
  app: FastifyInstance,
  build: ServerBuild,
  platform: Pick<Platform, "config" | "events">,
): Promise<void> {
  const render = createRequestHandler(build, "production");
  const cache = createPageCache(platform.events);
  const root = join(dirname(fileURLToPath(import.meta.url)), "../client");
  serveCompressedFiles(app, root);
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(
        staticHeaders(`/${relative(root, path).split(sep).join("/")}`),
      )) {
        response.header(name, value);
      }
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    if (!["GET", "HEAD"].includes(request.method) || !acceptsPages(request)) throw failure("NOT_FOUND");
    const shared = sharedRequest(request);
    const source = shared
      ? { url: shared.path, headers: sharedHeaders(shared.cookie), request }
      : { url: request.url, headers: ownHeaders(request), request };
    const renderPage = () => renderedPage(app, source, render, platform.config);
    return sendRendered(
      request,
      reply,
      shared ? await cache.page(shared.key, renderPage) : await renderPage(),
    );
  });
}

/**
 * The address as one of this site. `//host/x`, `/\\host/x` and a whole address in the request's line would else name
 * another host, and a page that redirects would lead there.
 */
export function siteAddress(url: string, appUrl: string): URL {
  return new URL(`${appUrl}/${url.replace(/^[/\\]+/, "")}`);
}

/** Documents for machines, which name no type that they would like; the last is React Router's list of screens. */
const machinePaths = new Set(["/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/__manifest"]);

/** JSON goes to whoever does not ask for HTML. React Router's own data requests name no type and end in .data. */
function acceptsPages(request: FastifyRequest): boolean {
  const path = request.url.split("?")[0]!;
  return (
    path.endsWith(".data") || machinePaths.has(path) || (request.headers.accept ?? "").includes("text/html")
  );
}

interface PageSource {
  /** Path and query. */
  url: string;
  headers: Headers;
  request: FastifyRequest;
}

function ownHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && !name.startsWith(":")) headers.set(name, value);
  }
  return headers;
}

/** Nothing of one visitor may get into a page that others are shown. */
function sharedHeaders(cookie: string): Headers {
  return new Headers({ accept: "text/html", ...(cookie ? { cookie } : {}) });
}

async function renderedPage(
  app: FastifyInstance,
  source: PageSource,
  render: ReturnType<typeof createRequestHandler>,
  config: Config,
): Promise<RenderedPage> {
  const context = new RouterContextProvider();
  const cookie = source.headers.get("cookie") ?? undefined;
  const scriptMark = randomBytes(16).toString("base64url");
  const renewed = new Set<string>();
  const api = inProcessClient(app, cookie, source.request.ip, renewed);
  context.set(pageContext, { api, url: source.url, scriptMark });
  const { method } = source.request;
  const response = await render(
    new Request(siteAddress(source.url, config.appUrl), {
      method: method === "HEAD" ? "GET" : method,
      headers: source.headers,
    }),
    context,
  );
  let body = Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string> = { "cache-control": "no-store" };
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie" && name !== "content-length") headers[name] = value;
  });
  Object.assign(headers, pageHeaders(source.url));
  if (headers["content-type"]?.startsWith("text/html")) {
    const html = body.toString();
    headers["content-security-policy"] = contentSecurityPolicy(
      config,
      source.url,
      inlineScriptHashes(html, scriptMark),
      scriptMark,
    );
    // A payment page keeps it, for PayPal's script to pass on.
    if (!isPaymentPage(source.url)) body = Buffer.from(html.replaceAll(` nonce="${scriptMark}"`, ""));
  }
  return {
    status: response.status,
    headers,
    cookies: [...renewed, ...response.headers.getSetCookie()],
    body,
  };
}

/**
 * The policy names by its hash each inline script that bears the rendering's own mark. A script that came in by
 * someone's text can't know the mark, is not named, and does not run.
 */
export function inlineScriptHashes(html: string, mark: string): string[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => attributes!.includes(`nonce="${mark}"`) && !/\ssrc=/.test(attributes!))
    .map(([, , script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`);
}

/**
 * Calls of a page's loaders go through the same routes as the browser's, as the same person. `renewed` takes the
 * cookies that they answer with.
 */
export function inProcessClient(
  app: FastifyInstance,
  cookie: string | undefined,
  address: string,
  renewed: Set<string>,
): ApiClient {
  return async <C extends Call>(call: C, input: InputOf<C>) => {
    const { body } = input as { body?: unknown };
    const response = await app.inject({
      method: call.method,
      url: pathOf(call, input),
      headers: { accept: "application/json", ...(cookie ? { cookie } : {}) },
      remoteAddress: address,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    for (const one of [response.headers["set-cookie"] ?? []].flat()) renewed.add(one);
    const total = response.headers["x-total-count"];
    const data = response.json();
    if (response.statusCode >= 400) {
      throw Object.assign(new Error(data.message), {
        ...data,
        name: "ApiError",
        status: response.statusCode,
      });
    }
    return { status: response.statusCode, data, total: total === undefined ? null : Number(total) };
  };
}
