import type { FastifyRequest } from "fastify";
import { type Access, type Call, proofMinutes } from "#contract/call.ts";
import { isAdmin, isSupportStaff } from "#contract/roles.ts";
import { failure } from "#server/platform/failure.ts";
import type { Viewer } from "./viewer.ts";

/** Refuses whoever may not make a call of this access level: 401 without a session, 403 with the wrong role. */
export function requireAccess(access: Access, viewer: Pick<Viewer, "role" | "owesFactor"> | null): void {
  if (access === "visitor" || access === "provider") return;
  if (!viewer) throw failure("UNAUTHENTICATED");
  if ((access === "admin" || access === "support") && viewer.owesFactor) throw failure("FACTOR_REQUIRED");
  if (access === "admin" && !isAdmin(viewer)) throw failure("FORBIDDEN");
  if (access === "support" && !isSupportStaff(viewer)) throw failure("FORBIDDEN");
  if (access === "buyer" && viewer.role === "Seller") throw failure("SELLER_CANNOT_BUY");
}

/** A browser that was left open, or a stolen cookie, is not enough for what costs money or lets someone in. */
export function requireProof({ proof }: Call, viewer: Pick<Viewer, "provenAt"> | null): void {
  if (proof !== "recent") return;
  const age = Date.now() - (viewer?.provenAt.getTime() ?? 0);
  if (age > proofMinutes * 60_000) throw failure("PROOF_REQUIRED");
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses an unsafe method that a page of another site sent. A browser says where a request comes from in Origin
 * (https://www.rfc-editor.org/rfc/rfc6454#section-7) or Sec-Fetch-Site (https://www.w3.org/TR/fetch-metadata/); a client
 * that sends neither is no browser and carries no cookie by accident.
 */
export function requireSameOrigin(request: FastifyRequest, appUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  if (origin !== undefined && origin !== appUrl) throw failure("CROSS_SITE");
  if (site === "cross-site" || site === "same-site") throw failure("CROSS_SITE");
}
