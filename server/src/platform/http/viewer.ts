import type { FastifyRequest } from "fastify";
import type { Role } from "#contract/roles.ts";

/** The signed-in person behind a request, read from the database on every request. */
export interface Viewer {
  id: string;
  email: string;
  name: string;
  role: Role;
  sessionId: string;
}

/** Given by the accounts feature: null where there is no valid session. */
export type ResolveViewer = (request: FastifyRequest) => Promise<Viewer | null>;
