import { readdir } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRequestHandler, matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { Failure, failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { inProcessClient } from "./in-process-client.ts";
import { createPageCache, sendRendered, sharedRequest } from "./page-cache.ts";
import { sendPlainPage } from "./plain-page.ts";
import { countRequest } from "./rate-limits.ts";
import { renderPage, siteAddress } from "./render-page.ts";
import type { ResolveViewer, Viewer } from "./viewer.ts";

/**
 * Adds the rendered pages and the browser's files. A path that no call has is a page's, which is answered to GET and
 * HEAD whatever types they name; any other is answered in JSON unless HTML is asked for.
 */
export async function addPages(
  app: FastifyInstance,
  build: ServerBuild | (() => Promise<ServerBuild>),
  platform: Platform,
  resolveViewer: ResolveViewer,
): Promise<void> {
  const { config } = platform;
  // A build that is asked for anew each time is the development server's: it sends the files, and no page is kept.
  const inDevelopment = typeof build === "function";
  const render = createRequestHandler(build, inDevelopment ? "development" : "production");
  const builtScreens = inDevelopment ? null : nestedRoutes(build.routes);
  const cache = createPageCache(platform.events);
  if (!inDevelopment) await serveFiles(app);

  async function isPage(path: string): Promise<boolean> {
    if (isForScripts(path)) return true;
    const screens = builtScreens ?? nestedRoutes((await (build as () => Promise<ServerBuild>)()).routes);
    const matches = matchRoutes(screens, path);
    return matches !== null && !matches.at(-1)!.route.path?.endsWith("*");
  }

  /** One view counts as one, for the person or else the address; answers the refusal where there were too many. */
  async function countView(request: FastifyRequest, viewer: Promise<Viewer | null>): Promise<Failure | null> {
    try {
      await countRequest(platform.rateLimits, await viewer.catch(() => null), request);
      return null;
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  }

  app.setNotFoundHandler(async (request, reply) => {
    const { pathname, searchParams } = siteAddress(request.url, config.appUrl);
    const { accept = "" } = request.headers;
    const isShown = !pathname.startsWith("/api/") && (asksForHtml(accept) || (await isPage(pathname)));
    if (!["GET", "HEAD"].includes(request.method) || !isShown) throw failure("NOT_FOUND");
    // Whoever the view is counted for, its calls are made as.
    const viewer = resolveViewer(request);
    const refusal = await countView(request, viewer);
    if (refusal) {
      // React Router shows the page of an answer's status, whatever its body.
      if (isForScripts(pathname)) throw refusal;
      const { retryAfter = 1 } = refusal.extras;
      return sendPlainPage(reply, {
        status: 429,
        title: "Too many requests.",
        text: "They come from your account or your connection. This page tries again by itself in a moment.",
        retrySeconds: retryAfter,
      });
    }
    if (pathname === manifestPath && pathsIn(searchParams) > mostPaths) throw failure("MALFORMED_REQUEST");
    const shared = inDevelopment ? null : sharedRequest(request);
    const source = shared
      ? { url: shared.path, headers: sharedHeaders(shared.cookie) }
      : { url: request.url, headers: ownHeaders(request) };
    const rendered = () => {
      const page = { cookie: source.headers.get("cookie") ?? undefined, ...(shared ? {} : { viewer }) };
      const client = inProcessClient(app, page, request.address);
      return renderPage(source, client, render, config);
    };
    return sendRendered(request, reply, shared ? await cache.page(shared.key, rendered) : await rendered());
  });
}

const manifestPath = "/__manifest";

/**
 * React Router matches each path that it is asked the screens of against all of them. It asks for a page's links at once,
 * in an address of 7,680 signs at most, which has no room for so many of ours: what is one of many has an id of 24 digits.
 */
const mostPaths = 250;

const pathsIn = (query: URLSearchParams) => (query.get("paths") ?? "").split(",").length;

/** What a page's scripts ask for when they move to another one. */
const isForScripts = (path: string) => path.endsWith(".data") || path === manifestPath;

/**
 * Answers the build's files, which lie beside the bundle that this becomes part of, by the .br and .gz copies that the
 * build made. Names below assets/ hold a hash of the content.
 */
async function serveFiles(app: FastifyInstance): Promise<void> {
  const root = join(dirname(fileURLToPath(import.meta.url)), "../client");
  const assets = join(root, "assets") + sep;
  const options: FastifyStaticOptions = {
    root,
    index: false,
    preCompressed: true,
    // They are small, and a part that a file does not have would be a fault.
    acceptRanges: false,
    setHeaders: (response, path) => {
      const caching = path.startsWith(assets)
        ? "public, max-age=31536000, immutable"
        : "public, max-age=3600";
      response.header("cache-control", caching);
      response.header("x-content-type-options", "nosniff");
    },
  };
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const globIgnore = folders.map(({ name }) => `${name}/**`);
  await app.register(fastifyStatic, { ...options, wildcard: false, globIgnore });
  // One route for each: one for each file took a third of the start's processor time, and much memory.
  for (const { name } of folders)
    await app.register(fastifyStatic, {
      ...options,
      root: join(root, name),
      prefix: `/${name}/`,
      decorateReply: false,
    });
}

function nestedRoutes(routes: ServerBuild["routes"], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) =>
    route?.parentId === parentId && route
      ? [{ path: route.path, index: route.index, children: nestedRoutes(routes, route.id) } as RouteObject]
      : [],
  );
}

/** Whether the header names HTML and does not refuse it (RFC 9110, section 12.5.1). */
function asksForHtml(accept: string): boolean {
  return accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.toLowerCase().split(";");
    return type.trim() === "text/html" && !parameters.some((each) => /^\s*q=0(\.0*)?\s*$/.test(each));
  });
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
