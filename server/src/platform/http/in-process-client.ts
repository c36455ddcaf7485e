import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import type { ApiClient, Call, InputOf } from "#contract/call.ts";
import { pathOf } from "#contract/call.ts";
import type { Failure } from "#server/platform/failure.ts";

/** What a page is rendered with, and what its calls left for the page's own answer. */
export interface PageClient {
  api: ApiClient;
  /** Cookies that calls answered with. */
  renewed: Set<string>;
  /** Calls that were answered 429 or 503, also where the page is shown without them. */
  unavailable: { status: number; retryAfter: string | null }[];
}

const rendering = new AsyncLocalStorage<true>();

/** Whether the present request is a call of a page's own rendering: the page was counted, its calls are not. */
export function isCallOfPage(): boolean {
  return rendering.getStore() === true;
}

/**
 * Calls of a page's loaders go through the same routes as the browser's, as the same person. A failure is thrown as
 * a Response, whose status React Router gives to the page.
 */
export function inProcessClient(
  app: FastifyInstance,
  cookie: string | undefined,
  address: string,
): PageClient {
  const renewed = new Set<string>();
  const unavailable: PageClient["unavailable"] = [];
  const api: ApiClient = async <C extends Call>(call: C, input: InputOf<C>) => {
    const { body } = input as { body?: unknown };
    // Made only once it is awaited, which has to happen inside.
    const response = await rendering.run(true, async () =>
      app.inject({
        method: call.method,
        url: pathOf(call, input),
        headers: { accept: "application/json", ...(cookie ? { cookie } : {}) },
        remoteAddress: address,
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    );
    const { statusCode: status, headers } = response;
    for (const one of [headers["set-cookie"] ?? []].flat()) renewed.add(one);
    if (status >= 400) {
      const retryAfter = headers["retry-after"]?.toString() ?? null;
      if (status === 429 || status === 503) unavailable.push({ status, retryAfter });
      throw new Response(response.body, { status, headers: { "content-type": "application/json" } });
    }
    const total = headers["x-total-count"];
    const more = headers["x-total-count-more"] === "true";
    return { status, body: response.json(), total: total === undefined ? null : Number(total), more };
  };
  return { api, renewed, unavailable };
}

/** For a page that is not to be made: each of its calls fails so. */
export function refusingClient({ status, message, extras }: Failure): PageClient {
  const retryAfter = extras.retryAfter === undefined ? null : String(extras.retryAfter);
  return {
    api: async () => {
      throw Response.json({ success: false, message }, { status });
    },
    renewed: new Set(),
    unavailable: [{ status, retryAfter }],
  };
}
