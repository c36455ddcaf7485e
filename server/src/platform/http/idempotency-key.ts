import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "#contract/call.ts";
import { invalid } from "#server/platform/failure.ts";

const differ = "The header Idempotency-Key and idempotencyKey in the body differ. Please send one of them.";

/** Of the call's body; undefined where it takes no key. */
const keySchemaOf = ({ body }: Call): z.ZodType | undefined =>
  body instanceof z.ZodObject ? body.shape.idempotencyKey : undefined;

/** Whether the call's body has a key that the header can carry in its place. */
export function takesIdempotencyKey(call: Call): boolean {
  return keySchemaOf(call) !== undefined;
}

/** Whether the call is refused without a key. */
export function needsIdempotencyKey(call: Call): boolean {
  return keySchemaOf(call)?.safeParse(undefined).success === false;
}

/**
 * The body, with the key of the header `Idempotency-Key` where the call takes one. It comes in quotation marks, as
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ has it, or without them. Where the body
 * has one as well, neither wins: what a client that sends two different ones means, nobody knows.
 */
export function bodyWithIdempotencyKey(call: Call, { headers, body }: FastifyRequest): unknown {
  const sent = headers["idempotency-key"]?.toString();
  const isObject = body === undefined || (typeof body === "object" && body !== null && !Array.isArray(body));
  if (sent === undefined || !isObject || !takesIdempotencyKey(call)) return body;
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  const { idempotencyKey = key, ...rest } = (body ?? {}) as Record<string, unknown>;
  if (idempotencyKey !== key) throw invalid({ idempotencyKey: differ });
  return { ...rest, idempotencyKey };
}
