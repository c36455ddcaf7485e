import type { Access } from "#contract/call.ts";
import { failure } from "#server/platform/failure.ts";
import type { Viewer } from "./viewer.ts";

/** Refuses whoever may not make a call of this access level: 401 without a session, 403 with the wrong role. */
export function requireAccess(access: Access, viewer: Pick<Viewer, "role"> | null): void {
  if (access === "visitor" || access === "provider") return;
  if (!viewer) throw failure("UNAUTHENTICATED");
  if (access === "admin" && viewer.role !== "Admin") throw failure("FORBIDDEN");
  if (access === "support" && viewer.role !== "Admin" && viewer.role !== "moderator")
    throw failure("FORBIDDEN");
  if (access === "buyer" && viewer.role === "Seller") throw failure("SELLER_CANNOT_BUY");
}
