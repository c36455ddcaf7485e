import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "../support/test-shop.ts";

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
