import type { FastifyReply, FastifyRequest } from "fastify";
import { authenticate } from "../authentication.ts";
import type { Emulator } from "../emulator.ts";
import {
  invalidToken,
  PaypalError,
  permissionDenied,
  previousRequestInProgress,
  unprocessable,
} from "../errors.ts";
import { changesPayment, type Fault, type Operation } from "../faults.ts";
import { newDebugId } from "../ids.ts";
import type { PaypalClient } from "../options.ts";
import { changeAnswer } from "../payment-faults.ts";

export type Answer = { status: number; body?: unknown };

/** Carries a call out. It runs in one go, so that no two calls can interleave in the state. */
export type Effect = (request: FastifyRequest, client: PaypalClient, fault: Fault | undefined) => Answer;

const GARBAGE =
  "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>";

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Makes the handler of one authenticated call of the REST API, with its faults around its effect. */
export function perform(emulator: Emulator, operation: Operation, effect: Effect) {
  const handler: Handler = async (request, reply) => {
    const fault = takeFault(emulator, operation, request);
    if (fault && fault.delayMs > 0) await pause(fault.delayMs);
    if (fault && !fault.afterEffect && (await strike(emulator, fault, request, reply))) return reply;
    const answer = carryOut(emulator, operation, effect, request, fault);
    await emulator.commit();
    if (fault?.afterEffect && (await strike(emulator, fault, request, reply))) return reply;
    if (fault?.fault === "truncated") return sendTruncated(reply, answer);
    // A payment's fault has changed the state at capture and refund; at a call that reads, it changes the answer.
    const lies = fault && changesPayment(fault) && !["capture", "refund", "verify"].includes(operation);
    return reply.code(answer.status).send(lies ? changeAnswer(answer.body, fault) : answer.body);
  };
  return operation === "refund" ? oneAtATime(handler) : handler;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Payments v2 refuses a request beside one with the same PayPal-Request-Id. */
function oneAtATime(handler: Handler): Handler {
  const underWay = new Set<string>();
  return async (request, reply) => {
    const requestId = requestIdOf(request);
    if (requestId === undefined) return handler(request, reply);
    const key = `${request.url} ${requestId}`;
    if (underWay.has(key)) throw previousRequestInProgress();
    underWay.add(key);
    try {
      return await handler(request, reply);
    } finally {
      underWay.delete(key);
    }
  };
}

export function takeFault(
  emulator: Emulator,
  operation: Operation,
  request: FastifyRequest,
): Fault | undefined {
  const mentioned = `${request.url} ${request.rawText ?? ""}`;
  return emulator.faults.take(operation, (id) => mentioned.includes(id));
}

function carryOut(
  emulator: Emulator,
  operation: Operation,
  effect: Effect,
  request: FastifyRequest,
  fault: Fault | undefined,
): Answer {
  try {
    return effect(request, authenticate(emulator, request, operation), fault);
  } catch (error) {
    if (error instanceof PaypalError) return { status: error.status, body: error.body };
    throw error;
  }
}

/** Lets a fault of transport happen. Answers true where it has answered, or will never answer. */
export async function strike(
  emulator: Emulator,
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  switch (fault.fault) {
    case "hang":
    case "hang-before-effect":
    case "timeout-after-effect":
      reply.hijack();
      hang(emulator, request);
      return true;
    case "reset":
    case "reset-after-effect":
      reply.hijack();
      request.raw.socket.destroy();
      return true;
    case "500":
      reply.send(new PaypalError("INTERNAL_SERVER_ERROR"));
      return true;
    case "503":
      reply.send(new PaypalError("SERVICE_UNAVAILABLE"));
      return true;
    case "429":
      reply.send(new PaypalError("RATE_LIMIT_REACHED"));
      return true;
    case "garbage":
      reply.code(502).type("text/html").send(GARBAGE);
      return true;
    case "401":
      revokeTokens(emulator);
      reply.send(invalidToken("Access Token not found in cache"));
      return true;
    case "403":
      reply.send(permissionDenied());
      return true;
    case "409":
      reply.send(previousRequestInProgress());
      return true;
    case "refused":
      reply.send(unprocessable(fault.issue ?? "TRANSACTION_REFUSED", "The request is refused."));
      return true;
    case "hold":
      await emulator.faults.hold(fault.on);
      return false;
    default:
      return false;
  }
}

/** Leaves a call without an answer, until the caller gives up or the emulator closes. */
function hang(emulator: Emulator, request: FastifyRequest): void {
  const socket = request.raw.socket;
  emulator.hanging.add(socket);
  socket.once("close", () => emulator.hanging.delete(socket));
}

export const revokeTokens = (emulator: Emulator): void => emulator.tokens.clear();

function sendTruncated(reply: FastifyReply, answer: Answer): FastifyReply {
  const text = JSON.stringify(answer.body ?? {});
  return reply
    .code(answer.status)
    .type("application/json")
    .header("paypal-debug-id", newDebugId())
    .send(text.slice(0, Math.floor(text.length / 2)));
}

export const wantsRepresentation = (request: FastifyRequest): boolean =>
  /\breturn=representation\b/.test(String(request.headers.prefer ?? ""));

/** The PayPal-Request-Id; PayPal takes at most 108 characters. */
export function requestIdOf(request: FastifyRequest): string | undefined {
  const id = request.headers["paypal-request-id"];
  if (typeof id !== "string" || id === "") return undefined;
  if (id.length > 108) {
    throw new PaypalError("INVALID_REQUEST", [
      {
        field: "PayPal-Request-Id",
        location: "header",
        issue: "INVALID_STRING_LENGTH",
        description: "The value of a field is either too short or too long",
      },
    ]);
  }
  return id;
}
