import { fromNodeHeaders } from "better-auth/node";
import type { Role } from "#contract/roles.ts";
import type { ResolveViewer } from "#server/platform/http/viewer.ts";
import type { Auth } from "./auth.ts";
import { libraryFailure } from "./library-call.ts";

/** Reads session and role from the database; a disabled or erased account has no session. */
export function viewerResolver(auth: Auth): ResolveViewer {
  return async (request) => {
    if (!request.headers.cookie) return null;
    const headers = fromNodeHeaders({ cookie: request.headers.cookie });
    const found = await auth.api.getSession({ headers }).catch((error) => {
      throw libraryFailure(error);
    });
    if (!found || found.user.disabledAt || found.user.deletedAt) return null;
    return {
      id: found.user.id,
      email: found.user.email,
      name: found.user.name,
      role: (found.user.role ?? "member") as Role,
      sessionId: found.session.id,
    };
  };
}
