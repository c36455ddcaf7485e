import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type ErrorCode, errorTable } from "#contract/errors.ts";
import { errorBody, failure } from "#server/platform/failure.ts";
import type { Log } from "#server/platform/log.ts";
import { answerPolicy } from "./security-headers.ts";

interface Refusal {
  code: ErrorCode;
  /** Where HTTP has a closer one than the code's. */
  status?: number;
  message?: string;
}

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { code: "TOO_LARGE", status: 431, message: "The headers are too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { code: "REQUEST_TIMEOUT" },
};

/**
 * Answers what Node's parser refuses before there is a request that a route or the error handler could answer, in the shop's
 * one error shape. https://nodejs.org/api/http.html#event-clienterror
 */
export function answerUnreadable(
  log: Log,
  newRequestId: () => string,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const refusal: Refusal = refusals[error.code ?? ""] ?? { code: "MALFORMED_REQUEST" };
    const { code, message, status = errorTable[code].status } = refusal;
    const requestId = newRequestId();
    log.debug({ requestId, code, err: error }, "unreadable request");
    const body = JSON.stringify(errorBody(failure(code, message), requestId));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `x-request-id: ${requestId}`,
      "x-content-type-options: nosniff",
      "cache-control: no-store",
      `content-security-policy: ${answerPolicy}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
    ];
    if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    socket.destroy(error);
  };
}
