import type { FastifyRequest } from "fastify";
import type { AuditLine } from "#contract/audit.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { type AuditFilter, findNames, insertAuditLine, listAuditLines } from "./audit.repository.ts";

/** Who writes, taken from the request by the route. `system` stands for work without a person behind it. */
export interface Actor {
  id: string | null;
  email: string;
  requestId: string | null;
}

export const systemActor: Actor = { id: null, email: "system", requestId: null };

export interface AuditRecord {
  /** The call as documented: "PUT /api/users/{id}". */
  action: string;
  /** "user:6921…", "banner", "paypal-settings". */
  subject: string;
  before?: unknown;
  after?: unknown;
}

const secretField = /secret|password|token|sealed|^key$/i;

/** Writes one line of the audit log in the transaction of the change that it tells of. */
export async function recordAudit(tx: Tx, actor: Actor, record: AuditRecord): Promise<void> {
  await insertAuditLine(tx, {
    actorId: actor.id,
    actorEmail: actor.email,
    requestId: actor.requestId,
    action: record.action,
    subject: record.subject,
    before: withoutSecrets(record.before ?? null),
    after: withoutSecrets(record.after ?? null, record.before),
  });
}

/** The log newest first, as the back office shows it. */
export async function listAudit(
  tx: Tx,
  timeZone: string,
  filter: AuditFilter,
): Promise<{ lines: AuditLine[]; count: number; more: boolean }> {
  const { rows, total, more } = await listAuditLines(tx, timeZone, filter);
  const found = rows.map((row) => ({ ...row, namedIds: idsIn([row.before, row.after]) }));
  const ids = found.flatMap(({ actorId, subject, namedIds }) => [actorId ?? "", idOf(subject), ...namedIds]);
  const names = await findNames(tx, [...new Set(ids)]);
  const lines = found.map(({ id, actorId, createdAt, namedIds, ...line }) => ({
    ...line,
    actorId,
    actorName: names.get(actorId ?? "") ?? null,
    subjectName: names.get(idOf(line.subject)) ?? null,
    _id: String(id),
    createdAt: createdAt.toISOString(),
    before: line.before ?? null,
    after: line.after ?? null,
    names: Object.fromEntries(
      namedIds.flatMap((named) => {
        const name = names.get(named);
        return name === undefined ? [] : [[named, name]];
      }),
    ),
  }));
  return { lines, count: total, more };
}

/** The id in "user:6921…". */
const idOf = (subject: string) => subject.slice(subject.indexOf(":") + 1);

function idsIn(value: unknown): string[] {
  if (typeof value === "string") return isId(value) ? [value] : [];
  return Object.values(partsOf(value)).flatMap(idsIn);
}

export function actorOf(incoming: { viewer: { id: string; email: string }; request: FastifyRequest }): Actor {
  return { id: incoming.viewer.id, email: incoming.viewer.email, requestId: incoming.request.id };
}

/** Of a secret that took another's place it stays to be seen that it did. */
function withoutSecrets(value: unknown, former?: unknown): unknown {
  if (Array.isArray(value)) return value.map((part, at) => withoutSecrets(part, partsOf(former)[at]));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const was = partsOf(former)[name];
      if (!secretField.test(name) || !part) return [name, withoutSecrets(part, was)];
      return [name, was && was !== part ? "[hidden, replaced]" : "[hidden]"];
    }),
  );
}

const partsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
