import { once } from "node:events";
import pg from "pg";

/**
 * Sees whether the PostgreSQL that DATABASE_URL names can be used: whether it answers, is new enough and gives each
 * connection a session of its own.
 *
 * @throws one sentence that names the variable and the reason, and not the password.
 */
export async function requireGivenDatabase(connectionString: string): Promise<void> {
  await asking(connectionString, async (client) => {
    const { rows } = await client.query<{ version: number; isCopy: boolean }>(
      `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as "isCopy"`,
    );
    const { version, isCopy } = rows[0]!;
    if (version < 150_000)
      throw new Error(`it is PostgreSQL ${Math.floor(version / 10_000)}, and 15 is the least`);
    // A copy that follows another server takes no LISTEN; a backup may well be made of it.
    if (!isCopy) await requireOwnSession(client, connectionString);
  });
}

/**
 * Sees whether the role may do what migrations do, by doing it in a transaction that is rolled back. Answers what the
 * shop can do without, but not as well.
 *
 * @throws one sentence, as above.
 */
export async function requireRights(connectionString: string): Promise<string[]> {
  return asking(connectionString, async (client) => {
    const { rows } = await client.query<{
      role: string;
      database: string;
      mayAdd: boolean;
      foreign: string | null;
    }>(
      `select current_user as role, current_database() as database,
              has_database_privilege(current_database(), 'create') as "mayAdd",
              (select min(c.oid::regclass::text || ', which belongs to ' || pg_get_userbyid(c.relowner)) from pg_class c
                where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))
                  and c.relkind in ('r', 'p', 'S') and not pg_has_role(c.relowner, 'usage')
                  and not exists (select from pg_depend d
                                   where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
              ) as foreign`,
    );
    const { role, database, mayAdd, foreign } = rows[0]!;
    const cure = `make it the owner: alter database ${pg.escapeIdentifier(database)} owner to ${pg.escapeIdentifier(role)}`;
    if (foreign)
      throw new Error(`its role ${role} may not change ${foreign}: connect as the owner of the tables`);
    if (!mayAdd) throw new Error(`its role ${role} may not create schemas in it; ${cure}`);
    try {
      await tryRights(client);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code === "42501")
        throw new Error(`its role ${role} may not do what the shop does (${message}); ${cure}`);
      if (code === "25006") throw new Error("it takes no writes, as a copy does: name the server that does");
      throw error;
    }
    return (await hasTrigrams(client))
      ? []
      : [
          `The extension pg_trgm is missing and the role ${role} may not add it, so the back office searches slowly; have ` +
            `an administrator of the database ${database} run: create extension pg_trgm`,
        ];
  });
}

async function asking<Result>(
  connectionString: string,
  ask: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = clientOf(connectionString);
  try {
    await client.connect();
    return await ask(client);
  } catch (error) {
    throw new Error(`The PostgreSQL that DATABASE_URL names cannot be used: ${reasonOf(error)}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on("error", () => undefined);
  return client;
}

/** A NOTIFY reaches whoever is connected within milliseconds. */
const notifyTimeoutMs = 3_000;

/**
 * Locks, LISTEN and settings are a session's. A pooler that lends a server's session for one transaction loses them
 * without an error, so one connection listens, idle, and another one sends.
 */
async function requireOwnSession(listener: pg.Client, connectionString: string): Promise<void> {
  const sender = clientOf(connectionString);
  try {
    await sender.connect();
    await listener.query("listen thumbsmith_start");
    const notified = once(listener, "notification", { signal: AbortSignal.timeout(notifyTimeoutMs) });
    notified.catch(() => undefined);
    await sender.query("notify thumbsmith_start");
    await notified.catch(() => {
      throw new Error(
        "a connection pooler in between lends its connections for one transaction alone, and the shop's locks and news " +
          "need a session: name PostgreSQL's direct port (often 5432; not PgBouncer's 6432 or Supabase's 6543; at Neon " +
          'the host without "-pooler"), or a pool in session mode',
      );
    });
  } finally {
    await sender.end().catch(() => undefined);
  }
}

async function tryRights(client: pg.Client): Promise<void> {
  const name = `thumbsmith_start_${process.pid}_${Date.now()}`;
  await client.query("begin");
  try {
    await client.query(`create table public.${name} (id int)`);
    await client.query(
      `create function public.${name}() returns trigger language plpgsql as 'begin return null; end'`,
    );
    await client.query(
      `create trigger ${name} after insert on public.${name} execute function public.${name}()`,
    );
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
}

async function hasTrigrams(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'pg_trgm'");
  if (rowCount) return true;
  try {
    await client.query("begin; create extension pg_trgm");
    return true;
  } catch {
    return false;
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
}

/** What certificates are refused for; `sslmode=require` checks them here, as libpq's `verify-full` does. */
const untrusted = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** A host with several addresses fails with a list of errors and no words of its own. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code } = first as { code?: string };
  if (String(first).includes("client password must be")) return "it asks for a password, and gets none";
  const text = (first instanceof Error ? first.message : String(first)).replace(/\.$/, "");
  if (code && untrusted.has(code))
    return `${text} (sslmode=require checks the certificate: add sslrootcert=FILE of its authority)`;
  return text;
}
