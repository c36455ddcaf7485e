import { createHash, randomBytes } from "node:crypto";
import { type createRequestHandler, RouterContextProvider } from "react-router";
import { pageContext } from "#contract/page-context.ts";
import type { Config } from "#server/config.ts";
import type { PageClient } from "./in-process-client.ts";
import type { RenderedPage } from "./page-cache.ts";
import { contentSecurityPolicy, isPaymentPage, pageHeaders } from "./security-headers.ts";

/**
 * The address as one of this site. `//host/x`, `/\\host/x` and a whole address in the request's line would else name
 * another host, and a page that redirects would lead there.
 */
export function siteAddress(url: string, appUrl: string): URL {
  return new URL(`${appUrl}/${url.replace(/^[/\\]+/, "")}`);
}

/** `url` is path and query. */
export async function renderPage(
  { url, headers: asked }: { url: string; headers: Headers },
  client: PageClient,
  render: ReturnType<typeof createRequestHandler>,
  config: Config,
): Promise<RenderedPage> {
  const context = new RouterContextProvider();
  const scriptMark = randomBytes(16).toString("base64url");
  context.set(pageContext, { api: client.api, url, scriptMark });
  const response = await render(new Request(siteAddress(url, config.appUrl), { headers: asked }), context);
  let body = Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string> = { "cache-control": "no-store" };
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie" && name !== "content-length") headers[name] = value;
  });
  Object.assign(headers, pageHeaders(url));
  if (headers["content-type"]?.startsWith("text/html")) {
    const html = body.toString();
    headers["content-security-policy"] = contentSecurityPolicy(
      config,
      url,
      inlineScriptHashes(html, scriptMark),
      scriptMark,
    );
    // A payment page keeps it, for PayPal's script to pass on.
    if (!isPaymentPage(url)) body = Buffer.from(html.replaceAll(` nonce="${scriptMark}"`, ""));
  }
  const cookies = response.headers.getSetCookie();
  return withUnavailable({ status: response.status, headers, cookies, body }, client.unavailable);
}

/**
 * A page that a call failed for tells so by its status, also where it is shown without what the call would have
 * brought: the browser asks for that again, and neither a search engine nor the shop keeps it so.
 */
function withUnavailable(page: RenderedPage, unavailable: PageClient["unavailable"]): RenderedPage {
  const worst = unavailable.toSorted((a, b) => b.status - a.status)[0];
  const isHtml = page.headers["content-type"]?.startsWith("text/html");
  const status = worst && isHtml && page.status === 200 ? worst.status : page.status;
  if (status !== 429 && status !== 503) return page;
  return { ...page, status, headers: { ...page.headers, "retry-after": worst?.retryAfter ?? "5" } };
}

/**
 * The policy names by its hash each inline script that bears the rendering's own mark. A script that came in by
 * someone's text can't know the mark, is not named, and does not run.
 */
function inlineScriptHashes(html: string, mark: string): string[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => attributes!.includes(`nonce="${mark}"`) && !/\ssrc=/.test(attributes!))
    .map(([, , script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`);
}
