import type { FastifyRequest } from "fastify";
import type { MembershipLevel, Role } from "#contract/roles.ts";
import type { Scope } from "#contract/scopes.ts";

/** The signed-in person behind a request, read from the database on every request. */
export interface Viewer {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** No session's where a key was brought instead. */
  sessionId: string;
  /** By which a program asks for the person, and what it opens. */
  key?: { id: string; scopes: readonly Scope[] };
  /** Of the back office, where the shop asks for a second factor, and without one; `role` is a member's meanwhile. */
  owesFactor: boolean;
  /** The person's own, also while a factor is owed: what it asks of their password holds all the same. */
  ownRole: Role;
  /** When the session was last proven to be theirs, by the sign-in or by the password once more. */
  provenAt: Date;
  /** What each screen's frame shows of the person, read with the session; what is decided by it is read anew. */
  shown: {
    profileUrl: string | null;
    membership: MembershipLevel;
    membershipValidity: Date | null;
    balance: number;
    debt: number;
  };
}

/** As far as it matters to what a person of this role may see. */
export type AskingViewer = Pick<Viewer, "id" | "email" | "role">;

/**
 * Given by the accounts feature: null where there is no valid session. `isUse` is false where nobody has just asked, so
 * that a session of the staff which does nothing ends all the same.
 */
export type ResolveViewer = (request: FastifyRequest, isUse?: boolean) => Promise<Viewer | null>;

/** Given by the feature of keys: null for one that opens nothing. */
export type ResolveKey = (key: string) => Promise<Viewer | null>;
