import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Scope } from "./scopes.ts";

/**
 * Who may make a call. "buyer" is a member who is not a seller, "support" a moderator or an admin, "provider"
 * a service that proves itself in the body (PayPal's webhook). Ownership of a row is the service's matter.
 */
export type Access = "visitor" | "member" | "buyer" | "support" | "admin" | "provider";

/** For so long a proof counts as recent. */
export const proofMinutes = 15;

/** Comes with what a screen asks by itself while nobody touches it, so that it keeps no session of the staff. */
export const idleHeader = "x-idle";

/**
 * Comes with what a screen of the back office asks. Once the session behind it has ended, the view that everyone gets must
 * not pass for the record: an editor that was opened on it would save what it lacks.
 */
export const backOfficeHeader = "x-back-office";

/** What a session must have proven: nothing beyond its sign-in, or who sits there, recently. */
type Proof = "session" | "recent";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface RateLimit {
  /** Shared by calls that draw on one allowance. */
  name: string;
  max: number;
  /** In place of `max` for an admin. */
  adminMax?: number;
  windowSeconds: number;
  by: "user" | "address";
  /** A cap that an admin has set: RATE_LIMIT_FACTOR leaves it as it is. */
  exact?: boolean;
}

/** A call as both sides know it. Paths carry their parameters in braces: `/order/{id}`. */
export interface Call {
  method: Method;
  path: string;
  access: Access;
  /** An admin is told more than others. With `backOfficeHeader` it is answered to an admin or not at all. */
  tellsAdminsMore?: true;
  /** Left out where the call changes nothing of the back office. */
  proof?: Proof;
  /** What a key must have to open the call, beside a session. Left out where no key does. */
  scope?: Scope;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** "json" unless said otherwise; "raw" hands the bytes on, "multipart" leaves them to the handler. */
  bodyKind?: "json" | "multipart" | "raw";
  /** What a multipart body has: the name of its one file's field, and the others. The handler checks them. */
  form?: { file: string; fields?: z.ZodType };
  bodyLimit?: number;
  /** Holds one field of a JSON body to a size of its own, counted without blanks; 413 comes before its check. */
  fieldLimit?: { field: string; bytes: number; message: string };
  answer: z.ZodType;
  /** Status of the success; 200 unless said otherwise. Further ones a handler may choose stand in `alsoStatus`. */
  status?: number;
  alsoStatus?: readonly number[];
  /** What the answer is when it is not JSON. */
  answerKind?: "json" | "events" | "file";
  /** What a file may be, where not each is what the example is. */
  fileTypes?: readonly string[];
  errors: readonly ErrorCode[];
  rateLimit?: RateLimit;
}

/** A change in the back office says what it takes: one without a decision does not compile. */
type Decided<C extends Call> = C extends { access: "admin" | "support"; method: Exclude<Method, "GET"> }
  ? { proof: Proof }
  : unknown;

/** A key opens what is its member's own: nothing of the back office, and nothing that a session must be proven for. */
type OpenToKeys<C extends Call> = C extends { scope: Scope }
  ? { access: "member"; proof?: "session" }
  : unknown;

/** States a call; the type keeps the literal path and schemas, so that both sides infer from it. */
export function call<const C extends Call>(descriptor: C & Decided<C> & OpenToKeys<C>): C {
  return descriptor;
}

type SchemaOut<S> = S extends z.ZodType ? z.output<S> : undefined;
type SchemaIn<S> = S extends z.ZodType ? z.input<S> : undefined;
type Field<C, K extends string> = C extends { [P in K]: infer S } ? S : undefined;

export type BodyOf<C extends Call> = SchemaOut<Field<C, "body">>;
export type QueryOf<C extends Call> = SchemaOut<Field<C, "query">>;
export type ParamsOf<C extends Call> = SchemaOut<Field<C, "params">>;
export type AnswerOf<C extends Call> = z.input<C["answer"]>;

type Part<K extends string, S> = S extends z.ZodType
  ? undefined extends SchemaIn<S>
    ? { [P in K]?: SchemaIn<S> }
    : Record<never, never> extends SchemaIn<S>
      ? { [P in K]?: SchemaIn<S> }
      : { [P in K]: SchemaIn<S> }
  : Record<never, never>;

/** What a client gives to make the call. */
export type InputOf<C extends Call> = Part<"params", Field<C, "params">> &
  Part<"query", Field<C, "query">> &
  Part<"body", Field<C, "body">>;

/** Makes calls: over fetch in the browser, in process while a page is rendered on the server. */
export type ApiClient = <C extends Call>(call: C, input: InputOf<C>) => Promise<ApiAnswer<C>>;

export interface ApiAnswer<C extends Call> {
  status: number;
  body: z.output<C["answer"]>;
  /** `X-Total-Count` of a list, else null. */
  total: number | null;
  /** `X-Total-Count-More`: a search or filter finds more than `total`. */
  more?: boolean;
}

/** The concrete path of a call: parameters escaped, query appended in a fixed order (so that it can be a cache key). */
export function pathOf(descriptor: Call, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = descriptor.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  query.sort();
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
