import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "#contract/call.ts";
import { invalid } from "#server/platform/failure.ts";

const differ = "The header Idempotency-Key and idempotencyKey in the body differ. Please send one of them.";

/** Whether the call's body has a key that the header can carry in its place. */
export function takesIdempotencyKey({ body }: Call): boolean {
  return body instanceof z.ZodObject && "idempotencyKey" in body.shape;
}

/** Whether the call is refused without a key. */
export function needsIdempotencyKey({ body }: Call): boolean {
  if (!(body instanceof z.ZodObject) || !("idempotencyKey" in body.shape)) return false;
  return !z.safeParse(body.shape.idempotencyKey as z.ZodType, undefined).success;
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
