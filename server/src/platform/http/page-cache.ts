import type { FastifyReply, FastifyRequest } from "fastify";
import type { Events } from "#server/platform/events.ts";
import { shortDigest } from "#server/platform/short-digest.ts";
import { acceptedEncoding, compressed, type Encoding } from "./compression.ts";

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: Buffer;
}

interface CachedPage {
  page: RenderedPage;
  etag: string;
  bodies: Record<Encoding, Buffer>;
  until: number;
}

/** What a page is rendered from when it is cached for everyone: no cookie but the colour scheme's, no query. */
export interface SharedRequest {
  key: string;
  path: string;
  cookie: string;
}

/** A page is made anew after this time even where no event was received. */
const ttlMilliseconds = 30_000;
const maxPages = 300;

const sharedPaths =
  /^\/(about|check|contact|developers|terms|privacy|refund-policy|login|register|premium(\/[\w-]+){0,2})?$/;
/** Parameters that only tell where a visitor came from; any other one makes the request a case of its own. */
const campaignParameter = /^(utm_\w+|gclid|fbclid|msclkid|ref)$/;
const sessionCookie = /(?:^|;\s*)(?:__(?:Secure|Host)-)?thumbsmith\./;

/** The request as one that all visitors share, or null where the answer is this person's own. */
export function sharedRequest(
  request: Pick<FastifyRequest, "method" | "url" | "headers">,
): SharedRequest | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const [path = "", query = ""] = request.url.split("?");
  if (!sharedPaths.test(path)) return null;
  for (const name of new URLSearchParams(query).keys()) if (!campaignParameter.test(name)) return null;
  const cookies = request.headers.cookie ?? "";
  if (sessionCookie.test(cookies)) return null;
  const scheme = /(?:^|;\s*)color-scheme=(light|dark)(?:;|$)/.exec(cookies)?.[1];
  const cookie = scheme ? `color-scheme=${scheme}` : "";
  return { key: `${path} ${cookie}`, path, cookie };
}

export interface PageCache {
  /** The cached page, else the one that `render` makes; several who wait for the same page share one rendering. */
  page(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage | RenderedPage>;
}

/**
 * Caches pages in memory, compressed. An event of a change of content, packages, items or settings empties it at once; a
 * page whose rendering began before the event is answered to those who wait for it, and not cached.
 */
export function createPageCache(events: Pick<Events, "subscribe">): PageCache {
  const pages = new Map<string, CachedPage>();
  const rendering = new Map<string, Promise<CachedPage | RenderedPage>>();
  let generation = 0;

  function empty(): void {
    generation += 1;
    pages.clear();
    rendering.clear();
  }
  for (const topic of ["content", "shop-settings"]) events.subscribe(topic, empty);

  async function renderAndCache(
    key: string,
    render: () => Promise<RenderedPage>,
  ): Promise<CachedPage | RenderedPage> {
    const begun = generation;
    const page = await render();
    const isHtml = page.headers["content-type"]?.startsWith("text/html") ?? false;
    if (page.status !== 200 || !isHtml || page.cookies.length > 0) return page;
    const [br, gzip] = await Promise.all([compressed(page.body, "br", 7), compressed(page.body, "gzip", 7)]);
    const etag = `W/"${shortDigest(page.body)}"`;
    const cached = { page, etag, bodies: { br, gzip }, until: performance.now() + ttlMilliseconds };
    if (begun === generation) {
      if (pages.size >= maxPages) pages.delete(pages.keys().next().value!);
      pages.set(key, cached);
    }
    return cached;
  }

  return {
    async page(key, render) {
      const cached = pages.get(key);
      if (cached && cached.until > performance.now()) return cached;
      const begun = rendering.get(key);
      if (begun) return begun;
      const made = renderAndCache(key, render).finally(() => {
        if (rendering.get(key) === made) rendering.delete(key);
      });
      rendering.set(key, made);
      return made;
    },
  };
}

/** Answers a page: as 304 where the browser has it, in the encoding that it takes, or plain. */
export function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  found: CachedPage | RenderedPage,
): FastifyReply {
  const page = "page" in found ? found.page : found;
  reply.code(page.status).headers(page.headers);
  if (page.headers["cache-control"] !== "no-store") reply.removeHeader("set-cookie");
  else for (const cookie of page.cookies) reply.header("set-cookie", cookie);
  if (!("page" in found)) return reply.send(page.body);
  reply.headers({ etag: found.etag, "cache-control": "no-cache", vary: "Cookie, Accept-Encoding" });
  if (request.headers["if-none-match"] === found.etag) return reply.code(304).send();
  const encoding = acceptedEncoding(request.headers["accept-encoding"]);
  if (!encoding) return reply.send(page.body);
  return reply.header("content-encoding", encoding).send(found.bodies[encoding]);
}
