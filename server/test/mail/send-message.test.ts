import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { kindsFor } from "#server/features/mail/audience.ts";
import { freePort } from "../../../e2e/helpers/free-port.ts";
import { openTestShop } from "../helpers/test-shop.ts";

test("only an admin sends a message or reads the log", async () => {
  const shop = await openTestShop();
  const body = { toEmail: "ada@example.com", subject: "Hi", messageBody: "<p>Hi</p>" };
  for (const [person, status] of [
    [null, 401],
    [await shop.signUp(), 403],
    [await shop.signUp({ role: "Seller" }), 403],
    [await shop.signUp({ role: "moderator" }), 403],
  ] as const) {
    expect((await shop.send({ method: "POST", url: "/send-message", body, as: person })).status).toBe(status);
    expect((await shop.send({ url: "/message-log", as: person })).status).toBe(status);
  }
});

test("a message is sanitised, gets a text part, and is queued although the mail server is away", async () => {
  const shop = await openTestShop({ config: { smtpUrl: `smtp://127.0.0.1:${await freePort()}` } });
  const admin = await shop.signUp({ role: "Admin" });
  const ada = await shop.signUp({ email: "ada@example.com" });
  const messageBody = `<h2>News</h2><p onclick="x()">Read <a href="https://example.com/a" target="_top">this</a><script>alert(1)</script></p><img src=x onerror=alert(1)><a href="javascript:alert(1)">no</a><style>*{}</style><iframe src="https://e.example"></iframe>`;
  const sent = await shop.send({
    method: "POST",
    url: "/send-message",
    body: { toEmail: " ADA@example.com ", subject: "News\r\nBcc: eve@example.com", messageBody },
    as: admin,
  });
  expect(sent).toMatchObject({ status: 200, body: { success: true, message: "Message sent successfully." } });
  const [row] = await shop.platform.db.select().from(outbox).where(eq(outbox.toEmail, ada.email));
  expect(row!.html).not.toMatch(/script|onclick|onerror|javascript:|iframe|target="_top"/i);
  expect(row!.html).toContain('href="https://example.com/a"');
  expect(row!.text).toContain("https://example.com/a");
  expect(row!.text).not.toContain("alert");
  expect(row!.subject).not.toMatch(/[\r\n]/);
  const [line] = await shop.platform.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, "POST /send-message"));
  expect(line).toMatchObject({ actorEmail: admin.email, subject: "mail:ada@example.com" });
});

test("a site path in an admin's message leads to the shop from a mail program, and what leads nowhere is no link", async () => {
  const shop = await openTestShop({ config: { appUrl: "https://shop.example" } });
  const admin = await shop.signUp({ role: "Admin" });
  const ada = await shop.signUp();
  const messageBody =
    '<p><a href="/user/select-package?a=1&amp;b=2" title="Packages">packages</a> <a href="example.com/offer">offer</a> <a href="//evil.example/x">far</a> <a href="#prices">place</a> <a href="mailto:help@shop.example">help</a> <img src="/uploads/a.png" alt="A"> <img src="a.png" alt="B"> <img src="#c" alt="C"></p>';
  const body = { toEmail: ada.email, subject: "News", messageBody };
  expect((await shop.send({ method: "POST", url: "/send-message", body, as: admin })).status).toBe(200);
  const [row] = await shop.platform.db.select().from(outbox).where(eq(outbox.toEmail, ada.email));
  expect(row!.html).toContain(
    '<a title="Packages" href="https://shop.example/user/select-package?a=1&amp;b=2">',
  );
  expect(row!.html).toContain(
    '<a>offer</a> <a>far</a> <a>place</a> <a href="mailto:help@shop.example">help</a>',
  );
  expect(row!.html).toContain('src="https://shop.example/uploads/a.png"');
  expect(row!.html).not.toMatch(/alt="[BC]"/);
  expect(row!.text).toContain("https://shop.example/user/select-package?a=1&b=2");
});

test("an unregistered recipient is 404; a blank or second one, a blank subject or message 400", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const ada = await shop.signUp();
  const bob = await shop.signUp();
  const good = { toEmail: ada.email, subject: "Hi", messageBody: "<p>Hi</p>" };
  const statusOf = async (change: object) =>
    (await shop.send({ method: "POST", url: "/send-message", body: { ...good, ...change }, as: admin }))
      .status;
  expect(await statusOf({ toEmail: "nobody@example.com" })).toBe(404);
  for (const change of [
    { toEmail: "" },
    { toEmail: "   " },
    { toEmail: `${ada.email}, ${bob.email}` },
    { toEmail: `${ada.email};${bob.email}` },
    { toEmail: `${ada.email} ${bob.email}` },
    { toEmail: [ada.email, bob.email] },
    { toEmail: `${ada.email}\r\nBcc: ${bob.email}` },
    { toEmail: `Ada <${ada.email}>` },
    { subject: "  " },
    { messageBody: "" },
    { messageBody: "<p>&nbsp;</p><br>" },
    { messageBody: "<script>alert(1)</script>" },
    { messageBody: "x".repeat(100_001) },
  ]) {
    expect([change, await statusOf(change)]).toEqual([change, 400]);
  }
  expect(await shop.platform.db.$count(outbox, eq(outbox.templateName, "Admin message"))).toBe(0);
});

test("the log is newest first, paged on the server and searched", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const ada = await shop.signUp({ email: "ada@example.com" });
  for (const subject of ["One", "Two", "Three"]) {
    await shop.send({
      method: "POST",
      url: "/send-message",
      body: { toEmail: ada.email, subject, messageBody: "Hi" },
      as: admin,
    });
  }
  const first = await shop.send({ url: "/message-log?page=1&pageSize=2&q=ADA@", as: admin });
  expect(first.body.map((entry: { subject: string }) => entry.subject)).toEqual(["Three", "Two"]);
  expect(first.headers["x-total-count"]).toBe("3");
  expect(first.body[0]).toMatchObject({
    toEmail: "ada@example.com",
    templateName: "Admin message",
    day: expect.stringMatching(/day$/),
    date: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
  });
  const found = await shop.send({ url: "/message-log?q=tw", as: admin });
  expect(found.body).toHaveLength(1);
  expect((await shop.send({ url: "/message-log?page=0", as: admin })).status).toBe(400);
  expect((await shop.send({ url: "/message-log?sort=html", as: admin })).status).toBe(400);
});

test("the log names every kind of mail in words, by which it is found", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const kinds = (["user", "visitor", "support", "admins"] as const).flatMap(kindsFor);
  const values = { toEmail: admin.email, subject: "Notice", html: "<p>Hi</p>", text: "Hi" };
  for (const templateName of kinds) await shop.platform.db.insert(outbox).values({ ...values, templateName });
  const named = async (query: string): Promise<string[]> => {
    const { body } = await shop.send({ url: `/message-log?pageSize=100&${query}`, as: admin });
    return body.map((entry: { templateName: string }) => entry.templateName);
  };
  const names = new Set(await named("q=Notice"));
  expect(names.size).toBe(kinds.length);
  for (const name of names) {
    expect(name).toMatch(/^[A-Z]/);
    expect(await named(`q=${encodeURIComponent(name)}`), name).toContain(name);
  }
});

test("the demo shows its mails without letting them run, elsewhere there is no such page", async () => {
  const demo = await openTestShop({ config: { demo: true } });
  const admin = await demo.signUp({ role: "Admin" });
  const ada = await demo.signUp();
  await demo.send({
    method: "POST",
    url: "/send-message",
    body: { toEmail: ada.email, subject: "<b>Hi", messageBody: "<p>Body text</p>" },
    as: admin,
  });
  const list = await demo.send({ url: "/demo/mail?q=%3Cb%3EHi", headers: { host: "localhost:3000" } });
  expect(list.status).toBe(200);
  expect(list.text).not.toContain("<b>Hi");
  const path = /href="(\/demo\/mail\/\d+)"/.exec(list.text)![1]!;
  const page = await demo.send({ url: path, headers: { host: "localhost:3000" } });
  expect(page.text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  const body = await demo.send({ url: `${path}/body`, headers: { host: "localhost:3000" } });
  expect(body.headers["content-security-policy"]).toMatch(/^sandbox .*default-src 'none'/);
  expect(body.text).toContain("Body text");
  expect((await demo.send({ url: "/demo/mail", headers: { host: "rebound.example" } })).status).toBe(404);

  const exposed = await openTestShop({ config: { demo: true, appUrl: "https://shop.example" } });
  expect((await exposed.send({ url: "/demo/mail", headers: { host: "localhost" } })).status).toBe(404);
  const shop = await openTestShop();
  expect((await shop.send({ url: "/demo/mail", headers: { host: "localhost" } })).status).toBe(404);
});
