import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  type AnswerOf,
  type BodyOf,
  backOfficeHeader,
  type Call,
  type ParamsOf,
  type QueryOf,
  type RateLimit,
} from "#contract/call.ts";
import { isStorableText, mostCounted } from "#contract/fields.ts";
import { isSupportStaff } from "#contract/roles.ts";
import { Failure, failure, invalid } from "#server/platform/failure.ts";
import { requireAccess, requireProof, requireSameOrigin } from "./access.ts";
import { addressKey } from "./client-address.ts";
import type { EventStreams } from "./event-stream.ts";
import { bodyWithIdempotencyKey } from "./idempotency-key.ts";
import { isCallOfPage, viewerOfPage } from "./in-process-client.ts";
import { countRequest, type RateLimits } from "./rate-limits.ts";
import { bearerIn, requireKey } from "./require-key.ts";
import { answerPolicy } from "./security-headers.ts";
import type { ResolveKey, ResolveViewer, Viewer } from "./viewer.ts";

export interface Routes {
  app: FastifyInstance;
  appUrl: string;
  resolveViewer: ResolveViewer;
  resolveKey: ResolveKey;
  rateLimits: RateLimits;
  streams: EventStreams;
  /** Checks each answer against its schema and fails where it differs; on in tests. */
  checkAnswers: boolean;
  /** Every call that was mounted, by path: for 405, OpenAPI and the authorization test. */
  mounted: Call[];
}

type ViewerOf<C extends Call> = C["access"] extends "visitor" | "provider" ? Viewer | null : Viewer;

export interface Incoming<C extends Call> {
  body: BodyOf<C>;
  query: QueryOf<C>;
  params: ParamsOf<C>;
  viewer: ViewerOf<C>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Answers with another of the call's documented statuses. */
  status(code: number): void;
  /** The number of all rows that match, for a list's `X-Total-Count` and `Link`; `more`: of a search or filter. */
  total(count: number, more?: boolean): void;
}

type Handler<C extends Call> = (incoming: Incoming<C>) => Promise<AnswerOf<C> | undefined>;

/** The data of a call that answers with the documented envelope; never, where its answer takes more than that. */
type DataOf<C extends Call> =
  unknown extends AnswerOf<C>
    ? unknown
    : AnswerOf<C> extends { data: infer D }
      ? { success: true; data: D; message: string } extends AnswerOf<C>
        ? D
        : never
      : never;

interface Mounting<C extends Call> {
  handle(handler: Handler<C>): void;
  /** Answers with the documented envelope around what the handler returns. */
  data(handler: (incoming: Incoming<C>) => DataOf<C> | Promise<DataOf<C>>, message?: string): void;
}

/**
 * Puts a call on the server. What is checked, in this order: method, origin, session, role, rate, type and size,
 * input; with a key, which no other site can have a browser send, key, its rate and scope in place of origin and session; existence and state are the handler's. A handler for calls that answer a file or events sends it itself.
 * Taken in two steps, `mount(routes, call).handle(handler)`, so that the handler's answer is checked against the call's.
 */
export function mount<const C extends Call>(routes: Routes, call: C): Mounting<C> {
  const handle = (handler: Handler<C>) => addRoute(routes, call, handler as Handler<Call>);
  return {
    handle,
    data: (handler, message) =>
      handle(async (incoming) => ({ success: true, data: await handler(incoming), message }) as AnswerOf<C>),
  };
}

function addRoute(routes: Routes, call: Call, handler: Handler<Call>): void {
  routes.mounted.push(call);
  routes.app.route({
    method: call.method,
    url: routePath(call.path),
    config: { call },
    ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
    onRequest: async (request, reply) => {
      const viewer = await identify(routes, call, request, reply);
      // https://www.rfc-editor.org/rfc/rfc6750#section-3.1: one that sent no key is told of no error.
      if (!viewer && call.scope) reply.header("www-authenticate", "Bearer");
      requireAccess(isForAdmin(call, request) ? "admin" : call.access, viewer);
      requireProof(call, viewer);
      request.viewer = viewer;
      if (!isCallOfPage()) await countRequest(routes.rateLimits, viewer, request);
      if (call.rateLimit) await routes.rateLimits.use(...allowanceOf(call.rateLimit, request));
    },
    preParsing: async (request, _reply, payload) => {
      requireKind(call, request);
      return payload;
    },
    handler: async (request, reply) => {
      await requireStill(routes, call, request);
      const answer = await handler(parseIncoming(call, request, reply.code(call.status ?? 200))).catch(
        async (error) => {
          // An upload that has to come back has cost nobody anything yet.
          if (call.rateLimit && call.bodyKind === "multipart" && isUnavailable(error))
            await routes.rateLimits.giveBack(...allowanceOf(call.rateLimit, request));
          throw error;
        },
      );
      if (reply.sent || answer === undefined) return reply;
      return sendAnswer(routes, call, reply, answer);
    },
  });
}

/** Whom a request comes from. Where it brings a key, no cookie counts; a provider proves itself in the body. */
async function identify(
  routes: Routes,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer | null> {
  if (call.access === "provider") return null;
  if (bearerIn(request) !== null) return requireKey(routes, call, request, reply);
  requireSameOrigin(request, routes.appUrl);
  // A browser opens a stream again by itself.
  return viewerOfPage(request.headers.cookie, () =>
    routes.resolveViewer(request, call.answerKind !== "events"),
  );
}

/**
 * A body may be held back for seconds, in which the session ends or loses its role. What changes the back office, takes a
 * proof, or is a call of everybody's that does more for the support staff, is not done then.
 */
async function requireStill(routes: Routes, call: Call, request: FastifyRequest): Promise<void> {
  const isStaffs = call.method !== "GET" && request.viewer && isSupportStaff(request.viewer);
  if (call.proof === undefined && !isStaffs) return;
  const viewer = await routes.resolveViewer(request, false);
  requireAccess(call.access, viewer);
  requireProof(call, viewer);
  request.viewer = viewer;
}

/** Whether only an admin's answer serves whoever asks. */
function isForAdmin({ tellsAdminsMore }: Call, { headers }: FastifyRequest): boolean {
  return Boolean(tellsAdminsMore) && headers[backOfficeHeader] !== undefined;
}

/** The limit, and whom a use counts against. */
function allowanceOf(limit: RateLimit, request: FastifyRequest): [RateLimit, string] {
  const { viewer } = request;
  const address = addressKey(request);
  const key = limit.by === "user" ? (viewer?.id ?? address) : address;
  if (limit.adminMax === undefined || viewer?.role !== "Admin") return [limit, key];
  return [{ ...limit, name: `${limit.name}-admin`, max: limit.adminMax }, key];
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.code === "UNAVAILABLE";
}

/**
 * A server that reads uploads somewhere takes a multipart body everywhere. Refused here, it can't be the way in for
 * a form of another site to a call that reads JSON.
 */
function requireKind(call: Call, request: FastifyRequest): void {
  if (call.bodyKind === "raw" || call.method === "GET") return;
  const isMultipart = /^\s*multipart\//i.test(request.headers["content-type"] ?? "");
  if (isMultipart !== (call.bodyKind === "multipart")) throw failure("UNSUPPORTED_TYPE");
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity")
    throw failure("UNSUPPORTED_TYPE", "Please send the body as it is, without Content-Encoding.");
}

function requireFieldSize({ fieldLimit: limit }: Call, body: unknown): void {
  const value = limit && (body as Record<string, unknown> | null | undefined)?.[limit.field];
  if (value && Buffer.byteLength(JSON.stringify(value)) > limit.bytes)
    throw failure("TOO_LARGE", limit.message);
}

function parseIncoming(call: Call, request: FastifyRequest, reply: FastifyReply): Incoming<Call> {
  requireFieldSize(call, request.body);
  const body = bodyWithIdempotencyKey(call, request);
  return {
    params: call.params ? parseInput(call.params, request.params) : undefined,
    query: call.query ? parseQuery(call.query, request.query) : undefined,
    body:
      call.body && (call.bodyKind ?? "json") === "json"
        ? parseInput(call.body, body === undefined ? {} : body)
        : body,
    viewer: request.viewer ?? null,
    request,
    reply,
    status: (code: number) => void reply.code(code),
    total: (count: number, more = false) => setTotal(request, reply, count, more),
  } as unknown as Incoming<Call>;
}

function sendAnswer(routes: Routes, call: Call, reply: FastifyReply, answer: unknown): FastifyReply {
  if (routes.checkAnswers) checkAnswer(call, answer);
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  return reply
    .header("content-security-policy", answerPolicy)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(answer));
}

function checkAnswer(call: Call, body: unknown): void {
  const result = call.answer.safeParse(JSON.parse(JSON.stringify(body)));
  if (!result.success) {
    throw new Error(
      `${call.method} ${call.path} answered outside its schema: ${z.prettifyError(result.error)}`,
    );
  }
}

/**
 * `X-Total-Count` and, where pages were asked for, `Link` with first, prev, next and last (RFC 8288). Of more than
 * `mostCounted` found rows the last page is unknown.
 */
function setTotal(request: FastifyRequest, reply: FastifyReply, total: number, more: boolean): void {
  reply.header("x-total-count", String(more ? mostCounted : total));
  if (more) reply.header("x-total-count-more", "true");
  const url = new URL(request.url, "http://localhost");
  const page = Number(url.searchParams.get("page"));
  if (!page) return;
  const size = Number(url.searchParams.get("pageSize")) || 10;
  const last = Math.max(1, Math.ceil(total / size));
  const targets = { first: 1, prev: page - 1, next: page + 1, ...(more ? {} : { last }) };
  const links = Object.entries(targets)
    .filter(([, target]) => target >= 1 && target <= last)
    .map(([rel, target]) => {
      url.searchParams.set("page", String(target));
      return `<${url.pathname}${url.search}>; rel="${rel}"`;
    });
  reply.header("link", links.join(", "));
}

function parseQuery(schema: z.ZodObject, query: unknown): unknown {
  for (const key of Object.keys(query as object)) {
    if (/[[\]]/.test(key))
      throw failure("INVALID_INPUT", `The query parameter ${key.slice(0, 50)} is not understood.`);
  }
  return parseInput(schema, query);
}

/** A text that is missing, or no text at all, is refused in the words that its schema has for a blank one. */
function asForBlank({ code, expected, inst }: z.core.$ZodRawIssue): string | undefined {
  if (code !== "invalid_type" || expected !== "string" || !(inst instanceof z.ZodString)) return undefined;
  return inst.safeParse("").error?.issues[0]?.message;
}

/** Validates one input; the answer names each field that is wrong, the first one in the message or the one with a code of its own. */
function parseInput(schema: z.ZodType, value: unknown): unknown {
  const pathOf = (keys: readonly PropertyKey[]) => keys.map(String).filter(Boolean).join(".") || "body";
  const unstorable = findUnstorable(value);
  if (unstorable !== null)
    throw invalid({ [pathOf(unstorable)]: "The text contains characters that cannot be stored." });
  const result = schema.safeParse(value, { error: asForBlank });
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    fields[pathOf(issue.path)] ??= issue.message;
  }
  const own = result.error.issues.find((issue) => issue.code === "custom" && issue.params?.code);
  if (own?.code === "custom") throw failure(own.params?.code, own.message, { fields });
  throw invalid(fields);
}

/** The keys that lead to the first text that PostgreSQL could not keep, or null. */
function findUnstorable(value: unknown): string[] | null {
  if (typeof value === "string") return isStorableText(value) ? null : [];
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) return null;
  for (const key of Object.keys(value)) {
    if (!isStorableText(key)) return [];
    const found = findUnstorable((value as Record<string, unknown>)[key]);
    if (found !== null) return [key, ...found];
  }
  return null;
}

function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/**
 * Answers 405 with `Allow` for every other method of a known path. A route for each of them would be five of six, which each
 * start pays for in time and memory. Called once, after all calls are mounted.
 */
export function closeMethods({ app, mounted }: Routes): void {
  const allowOf = methodsOf(mounted);
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return;
    const allow = allowOf(request.url.split("?")[0]!);
    if (allow === null) return;
    reply.header("allow", allow);
    throw failure("METHOD_NOT_ALLOWED");
  });
}

/** What a path may be asked with, as `Allow` has it; null for a path of no call. */
function methodsOf(calls: readonly Call[]): (path: string) => string | null {
  const methods = new Map<string, string[]>();
  for (const { path, method } of calls) methods.set(path, [...(methods.get(path) ?? []), method]);
  // A path's own methods count before those of one with a parameter in its place, as in routing.
  const patterns = [...methods]
    .sort(([path], [other]) => Number(path.includes("{")) - Number(other.includes("{")))
    .map(([path, own]) => ({
      pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}/?$`),
      allow: [...own, ...(own.includes("GET") ? ["HEAD"] : [])].join(", "),
    }));
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.allow ?? null;
}

declare module "fastify" {
  interface FastifyRequest {
    viewer?: Viewer | null;
  }
}
