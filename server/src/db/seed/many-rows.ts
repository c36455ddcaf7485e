import type pg from "pg";

const day = 86_400;

/**
 * Makes invented people and their orders, spread over two years, for measuring the lists at size. Orders are pending
 * or cancelled-looking only: none claims a payment, so that the audit of a seeded shop stays clean.
 */
export async function seedManyRows(
  client: pg.ClientBase,
  amounts: { users: number; orders: number },
): Promise<void> {
  await client.query("set statement_timeout = 0");
  await client.query(
    `insert into users (id, name, email, created_at)
     select 'aaaaaaaa' || lpad(to_hex(n), 16, '0'),
       (array['Ada','Bo','Cy','Dee','Eve','Fay','Gus','Hal','Ivy','Jo'])[1 + n % 10] || ' ' || md5(n::text),
       'person' || n || '@example.com', now() - make_interval(secs => (n::bigint * 7919 % $2)::int)
     from generate_series(1, $1::int) n on conflict do nothing`,
    [amounts.users, 730 * day],
  );
  await client.query(
    `insert into credit_balances (user_id) select id from users where id like 'aaaaaaaa%' on conflict do nothing`,
  );
  await client.query(
    `insert into orders (id, kind, order_id, payment_id, user_id, product_id, product_name, price_minor, total_minor,
       currency, credit, validity_days, customer_name, customer_email, address, country, created_at)
     select 'bbbbbbbb' || lpad(to_hex(n), 16, '0'), 'package', upper(lpad(to_hex(n), 8, '0')),
       upper(lpad(to_hex(n + 1879048192), 8, '0')), 'aaaaaaaa' || lpad(to_hex(1 + n % $2), 16, '0'),
       'cccccccccccccccccccccccc', (array['Starter','Creator','Studio'])[1 + n % 3], 500 + n % 9000, 500 + n % 9000,
       'USD', 10 + n % 90, 30, 'Person ' || md5(n::text), 'person' || (1 + n % $2) || '@example.com', 'Street 1',
       'Norway', now() - make_interval(secs => (n::bigint * 104729 % $3)::int)
     from generate_series(1, $1::int) n on conflict do nothing`,
    [amounts.orders, Math.max(1, amounts.users), 730 * day],
  );
  await client.query("analyze users, credit_balances, orders");
}
