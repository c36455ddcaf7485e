import type pg from "pg";

/**
 * What lets somebody in, or hears what happens in an account: how it is known again, and what ends all others. What its holder
 * could have given another account since is known by the account as well.
 */
const openings = {
  keys: {
    table: "api_keys",
    known: "select hash as name from api_keys",
    close: "delete from api_keys where hash <> all($1)",
  },
  passkeys: {
    table: "passkeys",
    known: "select user_id || ' ' || credential_id as name from passkeys",
    close: "delete from passkeys where user_id || ' ' || credential_id <> all($1)",
  },
  services: {
    table: "identities",
    known: `select user_id || ' ' || provider_id || ' ' || account_id as name from identities
      where provider_id <> 'credential'`,
    close: `delete from identities
      where provider_id <> 'credential' and user_id || ' ' || provider_id || ' ' || account_id <> all($1)`,
  },
  webhooks: {
    table: "webhooks",
    known: "select id as name from webhooks",
    close: "delete from webhooks where id <> all($1)",
  },
  /** Its member may have led it elsewhere or switched it off, and has it still. */
  listening: {
    table: "webhooks",
    known: "select id || ' ' || url as name from webhooks where active",
    close: "update webhooks set active = false where active and id || ' ' || url <> all($1)",
  },
};
type Kind = keyof typeof openings;
const kinds = Object.keys(openings) as Kind[];

/** The names of each kind that a database knows; none of a kind whose table is younger than the database. */
export type Openings = Partial<Record<Kind, string[]>>;

export type Closed = Record<"keys" | "passkeys" | "services" | "webhooks", number>;
export const nothingClosed: Closed = { keys: 0, passkeys: 0, services: 0, webhooks: 0 };

export async function readOpenings(client: pg.Client): Promise<Openings> {
  const found: Openings = {};
  for (const kind of kinds) {
    if (!(await hasTable(client, kind))) continue;
    const { rows } = await client.query<{ name: string }>(openings[kind].known);
    found[kind] = rows.map(({ name }) => name);
  }
  return found;
}

/**
 * Ends what a backup brought back and the replaced database, which is a later state of the same shop, had no more. Where
 * there is none, nobody can tell which keys were revoked, and all of them go. The rest stays then: an account without its
 * passkey would be let into by less, and one without its service by nothing.
 */
export async function closeAgain(client: pg.Client, later: Openings | null): Promise<Closed> {
  const standing: Openings = later ?? { keys: [] };
  const closed = { ...nothingClosed, listening: 0 };
  for (const kind of kinds) {
    const names = standing[kind];
    if (names === undefined || !(await hasTable(client, kind))) continue;
    closed[kind] = (await client.query(openings[kind].close, [names])).rowCount ?? 0;
  }
  const { listening, webhooks, ...others } = closed;
  return { ...others, webhooks: webhooks + listening };
}

async function hasTable(client: pg.Client, kind: Kind): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [
    `public.${openings[kind].table}`,
  ]);
  return rows[0]!.there;
}
