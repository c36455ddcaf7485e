import type pg from "pg";

/** Invented lines of both logs, unless the shop has them. */
export async function fillLogs(client: pg.Client, lines: number): Promise<void> {
  const { rows } = await client.query("select count(*)::int as n from audit_log");
  if (rows[0].n >= lines) return;
  await client.query(`insert into audit_log (actor_email, action, subject, before, after, created_at)
    select 'owner' || n % 5 || '@example.com', 'PUT /api/users/{id}', 'user:' || md5(n::text),
      jsonb_build_object('name', 'person' || n), jsonb_build_object('name', 'person' || n || '@'),
      now() - make_interval(mins => ${lines} - n) from generate_series(1, ${lines}) n`);
  await client.query(`insert into outbox (to_email, subject, html, text, template_name, status, created_at)
    select 'person' || n || '@example.com', 'Your order ' || md5(n::text), repeat(md5(n::text), 20), md5(n::text),
      'OrderPaid', case when n % 100 = 0 then 'failed' else 'sent' end,
      now() - make_interval(mins => ${lines} - n) from generate_series(1, ${lines}) n`);
  for (const name of ["audit_log", "outbox"]) await client.query(`vacuum (analyze) ${name}`);
}

/** Invented tickets of visitors with three messages each, unless the shop has some. */
export async function fillTickets(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query("select count(*)::int as n from tickets");
  if (rows[0].n >= count) return;
  const text = (words: string, times: number) => `repeat('${words} ' || md5(n::text) || '. ', ${times})`;
  await client.query(`insert into tickets (id, user_name, user_email, subject, message, phone, status, priority,
      last_message_at, created_at)
    select 'eeeeeeee' || lpad(to_hex(n), 16, '0'), 'Visitor ' || md5(n::text), 'person' || n % 50000 || '@example.com',
      'Help with order ' || left(md5('s' || n), 8), ${text("I paid and the credits are not here, please look", 6)},
      '+49 30 ' || n, coalesce((array['open', 'in-progress', 'resolved'])[1 + n % 20], 'closed'),
      case when n % 1000 = 0 then 'high' else 'low' end,
      now() - make_interval(mins => ${count} - n + (n * 7919 % 5000)), now() - make_interval(mins => ${count} - n)
    from generate_series(1, ${count}) n`);
  await client.query(`insert into ticket_messages (id, ticket_id, position, sender, message)
    select 'eeeeeeef' || lpad(to_hex(n * 4 + p), 16, '0'), 'eeeeeeee' || lpad(to_hex(n), 16, '0'), p,
      case when p % 2 = 1 then 'admin' else 'user' end, ${text("Thank you for writing, we have looked at it", 4)}
    from generate_series(1, ${count}) n, generate_series(1, 3) p`);
  for (const name of ["tickets", "ticket_messages"]) await client.query(`vacuum (analyze) ${name}`);
}
