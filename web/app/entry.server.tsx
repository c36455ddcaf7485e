import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { pageContext } from "#contract/page-context.ts";
import { keepEarlyInput } from "#web/early-input.ts";
import { startScriptsLate } from "#web/late-scripts.ts";

/**
 * Renders the whole page before it answers. A page is kept compressed for visitors, and its inline scripts are
 * allowed by their hashes; both need the finished text, and no loader here defers.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(pageContext).scriptMark;
  const html = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        // Else a larger page would come with its late parts' placeholders, for a script to put the parts in their place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => pipe(sink),
        onShellError: reject,
        onError: reject,
      },
    );
    request.signal.addEventListener("abort", () => abort(), { once: true });
  });
  headers.set("content-type", "text/html; charset=utf-8");
  // While developing, a page's first script is Vite's own and has to come before the others.
  const page = import.meta.env.PROD ? startScriptsLate(html, nonce) : html;
  return new Response(keepEarlyInput(page, nonce), { status, headers });
}

/** Answers of calls, which loaders throw on purpose, do not come here: the server has logged them. */
export function handleError(error: unknown): void {
  if (error instanceof Error) console.error(error.stack ?? error.message);
}
