import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { recordAudit, systemActor } from "#server/features/audit/audit.service.ts";
import { openTestShop } from "../helpers/test-shop.ts";

test("the pages of both logs together hold each line once, in both directions and with a search", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  await shop.platform.db.execute(sql`insert into audit_log (actor_email, action, subject)
    select 'owner@example.com', 'PUT /api/line', 'line:' || n from generate_series(1, 23) n`);
  await shop.platform.db.execute(sql`insert into outbox (to_email, subject, html, text, template_name, status)
    select 'person@example.com', 'line ' || n, '', '', 'Line', 'sent' from generate_series(1, 23) n`);
  for (const path of ["/api/audit-log", "/message-log"]) {
    for (const q of ["line", "line:1", "line 1"]) {
      const all = await shop.send({ url: `${path}?q=${encodeURIComponent(q)}`, as: admin });
      const ids = (all.body as { _id: string }[]).map(({ _id }) => _id);
      expect(Number(all.headers["x-total-count"])).toBe(ids.length);
      expect(ids).toEqual(ids.toSorted((a, b) => Number(b) - Number(a)));
      for (const [order, truth] of [
        ["desc", ids],
        ["asc", ids.toReversed()],
      ] as const) {
        const read: string[] = [];
        for (let page = 1; page <= 6; page += 1) {
          const url = `${path}?q=${encodeURIComponent(q)}&order=${order}&page=${page}&pageSize=5`;
          const answer = await shop.send({ url, as: admin });
          read.push(...(answer.body as { _id: string }[]).map(({ _id }) => _id));
        }
        expect(read, `${path} ${q} ${order}`).toEqual(truth);
      }
    }
  }
});

test("long logs count, page, filter and search truly", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const { db } = shop.platform;
  const lines = 2_200;
  await db.execute(sql`insert into audit_log (actor_email, action, subject, created_at)
    select 'owner' || n % 3 || '@example.com', case n % 500 when 0 then 'DELETE /api/Rare_%' else 'PUT /api/line' end,
      'line:' || n, now() - make_interval(days => n % 9) from generate_series(1, ${lines}::int) n`);
  await db.execute(sql`insert into outbox (to_email, subject, html, text, template_name, status, created_at)
    select 'person' || n || '@example.com', case n % 400 when 0 then 'ÆRLIG Rare' else 'line ' || n end, '', '', 'Line',
      case when n % 50 = 0 then 'failed' else 'sent' end, now() from generate_series(1, ${lines}::int) n`);
  await db.execute(sql`update outbox set status = 'sent' where id % 100 = 0`);
  await db.execute(sql`delete from outbox where id % 1000 = 7`);

  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const auditHolds = (text: string) =>
    sql`(actor_email ilike ${text} or action ilike ${text} or subject ilike ${text})`;
  const mailHolds = (text: string) =>
    sql`(to_email ilike ${text} or subject ilike ${text} or template_name ilike ${text})`;
  const cases = [
    ["/api/audit-log", "", sql`true`],
    ["/api/audit-log", `from=${day}`, sql`created_at >= ${day}::date`],
    [
      "/api/audit-log",
      `from=${day}&to=${day}`,
      sql`created_at >= ${day}::date and created_at < ${day}::date + 1`,
    ],
    ["/api/audit-log", "q=RARE_%25", auditHolds("%rare\\_\\%%")],
    ["/api/audit-log", "q=put", auditHolds("%put%")],
    ["/api/audit-log", "q=r1%40", auditHolds("%r1@%")],
    ["/api/audit-log", "q=1", auditHolds("%1%")],
    ["/api/audit-log", "q=line%3A123", auditHolds("%line:123%")],
    ["/api/audit-log", "q=nobody-here", sql`false`],
    [
      "/api/audit-log",
      "subject=line%3A12&actor=owner1",
      sql`subject ilike '%line:12%' and actor_email ilike '%owner1%'`,
    ],
    [
      "/api/audit-log",
      `action=delete&q=line%3A1&to=${day}`,
      sql`action ilike '%delete%' and ${auditHolds("%line:1%")}
      and created_at < ${day}::date + 1`,
    ],
    ["/message-log", "", sql`true`],
    ["/message-log", "status=failed", sql`status = 'failed'`],
    ["/message-log", "q=%C3%A6rlig", mailHolds("%ærlig%")],
    ["/message-log", "q=%C3%A6rlig&status=failed", sql`${mailHolds("%ærlig%")} and status = 'failed'`],
    ["/message-log", "q=person12", mailHolds("%person12%")],
    ["/message-log", "q=n7%40", mailHolds("%n7@%")],
    ["/message-log", "q=7%40", mailHolds("%7@%")],
  ] as const;
  for (const [path, query, where] of cases) {
    const [table, order] =
      path === "/message-log"
        ? [sql`outbox`, sql`outbox.id desc`]
        : [sql`audit_log`, sql`created_at desc, audit_log.id desc`];
    const { rows } = await db.execute<{ id: string }>(
      sql`select id::text from ${table} where ${where} order by ${order}`,
    );
    const truth = rows.map(({ id }) => id);
    for (const way of ["desc", "asc"]) {
      const all = way === "desc" ? truth : truth.toReversed();
      const last = Math.max(1, Math.ceil(all.length / 20));
      for (const page of [1, 2, Math.ceil(last / 2), last, last + 1]) {
        const url = `${path}?${query}&order=${way}&page=${page}&pageSize=20`;
        const answer = await shop.send({ url, as: admin });
        expect(Number(answer.headers["x-total-count"]), url).toBe(all.length);
        expect(
          (answer.body as { _id: string }[]).map(({ _id }) => _id),
          url,
        ).toEqual(all.slice((page - 1) * 20, page * 20));
      }
    }
  }
});

test("a line names the people and things that it tells of, and an erased person no more", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin", name: "Olga Owner" });
  const person = await shop.signUp({ name: "Mara Member" });
  const url = `/api/users/${person.id}`;
  const change = { balanceChange: 3, reason: "A gift" };
  expect((await shop.send({ method: "PUT", url, as: admin, body: change })).status).toBe(200);
  const line = async () => (await shop.send({ url: "/api/audit-log?action=PUT", as: admin })).body[0];
  expect(await line()).toMatchObject({ actorName: "Olga Owner", subjectName: "Mara Member" });
  expect((await shop.send({ method: "DELETE", url, as: admin })).status).toBe(200);
  expect(await line()).toMatchObject({ actorName: "Olga Owner", subjectName: null });
});

test("the logs go by the shop's days, also on one on which the clocks change", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const body = { timeZone: "Australia/Sydney" };
  await shop.send({ method: "PUT", url: "/api/shop-settings", as: admin, body });
  const moments = [
    "2026-10-03T13:59:59.999Z",
    "2026-10-03T14:00Z",
    "2026-10-04T12:59:59.999Z",
    "2026-10-04T13:00Z",
  ];
  await shop.platform.db.execute(sql`insert into audit_log (actor_email, action, subject, created_at)
    select 'o@example.com', 'PUT /api/line', 'line:' || n, at
    from unnest(${sql.param(moments)}::timestamptz[]) with ordinality as given (at, n)`);
  const found = async (days: string) =>
    (await shop.send({ url: `/api/audit-log?action=line&order=asc&${days}`, as: admin })).body.map(
      ({ subject }: { subject: string }) => subject,
    );
  expect(await found("from=2026-10-04&to=2026-10-04")).toEqual(["line:2", "line:3"]);
  expect(await found("from=0001-01-01&to=9999-12-31")).toHaveLength(4);
  await shop.platform.db.execute(sql`insert into outbox (to_email, subject, html, text, template_name, status, created_at)
    select 'a@example.com', n::text, '', '', 'Line', 'sent', at
    from unnest(${sql.param(moments)}::timestamptz[]) with ordinality as given (at, n)`);
  const mails = (await shop.send({ url: "/message-log?q=a%40example.com&order=asc", as: admin })).body;
  expect(mails.map(({ day, date }: { day: string; date: string }) => `${day} ${date}`)).toEqual([
    "Saturday 03/10/2026",
    "Sunday 04/10/2026",
    "Sunday 04/10/2026",
    "Monday 05/10/2026",
  ]);
});

test("a filter by who, what or whom looks at that alone, a search at all three", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  await shop.platform.db.execute(sql`insert into audit_log (actor_email, action, subject) values
    ('needle@example.com', 'PUT /api/line', 'line:1'), ('o@example.com', 'PUT /api/needle', 'line:2'),
    ('o@example.com', 'PUT /api/line', 'needle:3')`);
  const found = async (filter: string) =>
    (await shop.send({ url: `/api/audit-log?order=asc&${filter}=needle`, as: admin })).body.map(
      ({ subject }: { subject: string }) => subject,
    );
  expect(await found("actor")).toEqual(["line:1"]);
  expect(await found("action")).toEqual(["line:2"]);
  expect(await found("subject")).toEqual(["needle:3"]);
  expect(await found("q")).toEqual(["line:1", "line:2", "needle:3"]);
});

test("no line holds a secret, whatever of a record it is and however deep it lies", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const names = ["clientSecret", "newPassword", "accessToken", "sealedText", "key"];
  const record = Object.fromEntries(names.map((name) => [name, "a-secret"]));
  const before = { ...record, name: "Told", parts: [record, { of: record }] };
  const line = {
    action: "PUT /api/line",
    subject: "line",
    before,
    after: { ...before, key: "another-secret" },
  };
  await recordAudit(shop.platform.db, systemActor, line);
  const [told] = (await shop.send({ url: "/api/audit-log?action=line", as: admin })).body;
  const hidden = Object.fromEntries(names.map((name) => [name, "[hidden]"]));
  expect(told.before).toEqual({ ...hidden, name: "Told", parts: [hidden, { of: hidden }] });
  expect(told.after).toEqual({ ...told.before, key: "[hidden, replaced]" });
});
