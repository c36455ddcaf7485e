import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { decryptMail } from "#server/features/mail/queue-mail.ts";
import { guestToken, verifyGuestToken } from "#server/features/support/guests/guest-token.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";

async function answeredVisitor(shop: TestShop) {
  const admin = await shop.signUp({ role: "Admin" });
  const sent = await shop.send({
    method: "POST",
    url: "/new-support-message",
    body: {
      ticketUserName: "Vera",
      ticketUserEmail: "vera@example.com",
      subject: "Prices",
      phone: "1",
      message: "How much?",
    },
  });
  const id = sent.body.data._id as string;
  await shop.send({
    method: "POST",
    url: `/api/support/tickets/${id}/replies`,
    body: { key: newId(), message: "Nineteen dollars", sender: "admin" },
    as: admin,
  });
  const [row] = await shop.platform.db.select().from(outbox).where(eq(outbox.toEmail, "vera@example.com"));
  const mail = decryptMail(shop.platform, row!);
  const token = /\/support\/reply\?token=([\w.-]+)/.exec(mail.text)![1]!;
  return { admin, id, token, mail };
}

test("a visitor is answered by mail, and the link in it opens the conversation and takes a reply", async () => {
  const shop = await openTestShop();
  const { admin, id, token, mail } = await answeredVisitor(shop);
  expect(mail).toMatchObject({ templateName: "Contact answered", subject: "Re: Prices" });
  const seen = await shop.send({ method: "POST", url: "/api/support/guest-conversation", body: { token } });
  expect(seen.body.data).toMatchObject({
    subject: "Prices",
    message: "How much?",
    entries: [{ message: "Nineteen dollars", sender: "admin" }],
  });
  const key = newId();
  const reply = { method: "POST", url: "/api/support/guest-reply", body: { token, key, message: "Thanks" } };
  expect((await Promise.all([shop.send(reply), shop.send(reply)])).map(({ status }) => status)).toEqual([
    201, 201,
  ]);
  const ticket = await shop.send({ url: `/support-message/${id}`, as: admin });
  expect(ticket.body).toMatchObject({
    ticketStatus: "in-progress",
    adminMessage: [{ sender: "admin" }, { sender: "user", message: "Thanks" }],
  });
});

test("a changed, foreign or ended link opens nothing", async () => {
  const shop = await openTestShop();
  const { token } = await answeredVisitor(shop);
  const [id, until, signed] = token.split(".");
  const other = newId();
  for (const forged of [
    "",
    "x",
    `${other}.${until}.${signed}`,
    `${id}.${until}z.${signed}`,
    `${id}.${until}.${signed!.slice(1)}`,
    `${id}.${until}.`,
    `${token}.x`,
  ]) {
    const answer = await shop.send({
      method: "POST",
      url: "/api/support/guest-conversation",
      body: { token: forged },
    });
    expect([forged, answer.status]).toEqual([forged, 404]);
    const reply = await shop.send({
      method: "POST",
      url: "/api/support/guest-reply",
      body: { token: forged, key: newId(), message: "x" },
    });
    expect(reply.status).toBe(404);
  }
  const month = 31 * 24 * 60 * 60 * 1000;
  expect(verifyGuestToken(shop.platform, token)).toBe(id);
  expect(verifyGuestToken(shop.platform, token, Date.now() + month)).toBeNull();
});

test("a link never opens a member's ticket", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const sent = await shop.send({
    method: "POST",
    url: "/new-support-message",
    body: { subject: "a", message: "b" },
    as: ada,
  });
  const token = guestToken(shop.platform, sent.body.data._id);
  expect(
    (await shop.send({ method: "POST", url: "/api/support/guest-conversation", body: { token } })).status,
  ).toBe(404);
});

test("a link of a former secret still opens, since mails outlive a change of it", async () => {
  const shop = await openTestShop();
  const { token, id } = await answeredVisitor(shop);
  const renewed = {
    ...shop.platform,
    appSecret: "another secret that is long enough too",
    config: { ...shop.platform.config, previousSecrets: [shop.platform.appSecret] },
  };
  expect(verifyGuestToken(renewed, token)).toBe(id);
  expect(
    verifyGuestToken({ ...renewed, config: { ...renewed.config, previousSecrets: [] } }, token),
  ).toBeNull();
});

test("whoever registers with a visitor's address is told nothing of the answers, and deletes none of them", async () => {
  const shop = await openTestShop();
  const { admin } = await answeredVisitor(shop);
  const { db } = shop.platform;
  const answers = () =>
    db
      .select({ to: outbox.toEmail, subject: outbox.subject, html: outbox.html, text: outbox.text })
      .from(outbox)
      .where(eq(outbox.templateName, "Contact answered"));
  const before = await answers();
  const stranger = await shop.signUp({ email: "vera@example.com" });
  const exported = await shop.send({ url: "/api/account/export", as: stranger });
  expect(exported.body.mails).toEqual([]);
  const timeline = await shop.send({ url: `/api/users/${stranger.id}/timeline?kind=mail`, as: admin });
  expect(timeline.body).toEqual([]);
  const { body: log } = await shop.send({ url: "/message-log?q=vera@example.com", as: admin });
  expect(log).toMatchObject([{ subject: "Re: Prices", userId: null }]);
  const gone = await shop.send({ method: "DELETE", url: `/api/users/${stranger.id}`, as: admin });
  expect(gone.status).toBe(200);
  expect(await answers()).toEqual(before);
  expect(before).toMatchObject([{ to: "vera@example.com", subject: "Re: Prices" }]);
});
