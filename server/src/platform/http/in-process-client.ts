import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import type { ApiClient, Call, InputOf } from "#contract/call.ts";
import { pathOf } from "#contract/call.ts";
import type { Viewer } from "./viewer.ts";

/** What a page is rendered with, and what its calls left for the page's own answer. */
export interface PageClient {
  api: ApiClient;
  /** Calls that were answered 429 or 503, also where the page is shown without them. */
  unavailable: { status: number; retryAfter: string | null }[];
}

interface Rendering {
  cookie: string | undefined;
  /** Whose cookie it is, where that was asked already. */
  viewer?: Promise<Viewer | null>;
}

const rendering = new AsyncLocalStorage<Rendering>();

/** Whether the present request is a call of a page's own rendering: the page was counted, its calls are not. */
export function isCallOfPage(): boolean {
  return rendering.getStore() !== undefined;
}

/** All calls of one page come with its cookie: the first of them finds out who it is, for the others as well. */
export function viewerOfPage(
  cookie: string | undefined,
  resolve: () => Promise<Viewer | null>,
): Promise<Viewer | null> {
  const page = rendering.getStore();
  if (!page || page.cookie !== cookie) return resolve();
  page.viewer ??= resolve();
  return page.viewer;
}

/**
 * Calls of a page's loaders go through the same routes as the browser's, as the same person. A failure is thrown as
 * a Response, whose status React Router gives to the page.
 */
export function inProcessClient(app: FastifyInstance, page: Rendering, address: string): PageClient {
  const { cookie } = page;
  const unavailable: PageClient["unavailable"] = [];
  const reads = new Map<string, Promise<LightMyRequestResponse>>();

  // Made only once it is awaited, which has to happen inside.
  const send = (call: Call, url: string, body: unknown) =>
    rendering.run(page, async () =>
      app.inject({
        method: call.method,
        url,
        headers: { accept: "application/json", ...(cookie ? { cookie } : {}) },
        remoteAddress: address,
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    );

  /** What several parts of a page read is asked for once, as long as nothing is written. */
  function ask(call: Call, url: string, body: unknown): Promise<LightMyRequestResponse> {
    if (call.method !== "GET") {
      reads.clear();
      return send(call, url, body);
    }
    const known = reads.get(url) ?? send(call, url, body);
    reads.set(url, known);
    return known;
  }

  const api: ApiClient = async <C extends Call>(call: C, input: InputOf<C>) => {
    const { body } = input as { body?: unknown };
    const url = pathOf(call, input);
    const response = await ask(call, url, body);
    const { statusCode: status, headers } = response;
    if (status >= 400) {
      const retryAfter = headers["retry-after"]?.toString() ?? null;
      if (status === 429 || status === 503) unavailable.push({ status, retryAfter });
      throw new Response(response.body, { status, headers: { "content-type": "application/json" } });
    }
    const total = headers["x-total-count"];
    const more = headers["x-total-count-more"] === "true";
    return { status, body: response.json(), total: total === undefined ? null : Number(total), more };
  };
  return { api, unavailable };
}
