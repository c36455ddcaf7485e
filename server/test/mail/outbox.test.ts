import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, asc, eq, not, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { removeErasedMailFiles } from "#server/features/mail/erase-mails.ts";
import { claimMail } from "#server/features/mail/queue.repository.ts";
import { encryptMail, queueMail } from "#server/features/mail/queue-mail.ts";
import { retryDelays } from "#server/features/mail/send-mails.ts";
import { createEncryption } from "#server/platform/encryption.ts";
import { freePort } from "../../../e2e/helpers/free-port.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";
import { answer, startMailServer } from "./mail-server.ts";

const mail = (to: string, subject = "Hello") => ({
  to,
  subject,
  html: `<p>${subject}</p>`,
  text: subject,
  templateName: "Admin message" as const,
});
const until = { timeout: 20_000, interval: 30 };

const rowsOf = (shop: TestShop) => shop.platform.db.select().from(outbox).orderBy(asc(outbox.id));
const queue = (shop: TestShop, ...mails: Parameters<typeof queueMail>[1][]) =>
  shop.platform.db.transaction(async (tx) => {
    for (const one of mails) await queueMail(tx, one);
  });

/** A mail under way is held for two minutes, which no pause takes. */
const underWay = sql<boolean>`${outbox.nextAttemptAt} between now() + interval '90 seconds' and now() + interval '121 seconds'`;

/** Lets the pause of every waiting mail end now. */
async function endPauses(shop: TestShop): Promise<void> {
  await shop.platform.db
    .update(outbox)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(eq(outbox.status, "queued"), not(underWay)));
  shop.platform.jobs.wake("mail");
}

/** The first mail comes to this in the end, its pauses between the tries cut short. */
async function endsAs(shop: TestShop, expected: Record<string, unknown>): Promise<void> {
  await vi.waitFor(async () => {
    const [row] = await rowsOf(shop);
    if (row?.status === "queued" && row.lastError) await endPauses(shop);
    expect(row).toMatchObject(expected);
  }, until);
}

/** The first mail's attempt of this number has ended, without success. */
const attempted = async (shop: TestShop, attempts: number) => {
  const { attempts: count, lastError } = outbox;
  await vi.waitFor(async () => {
    const [row] = await shop.platform.db
      .select({ attempts: count, lastError, underWay })
      .from(outbox)
      .orderBy(asc(outbox.id))
      .limit(1);
    expect(row).toEqual({ attempts, lastError: expect.any(String), underWay: false });
  }, until);
};

test("a queued mail goes out with a text and an HTML part and is marked as sent", async () => {
  const server = await startMailServer();
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(shop, {
    ...mail("ada@example.com", "Grüße"),
    attachments: [{ name: "a.pdf", mimeType: "application/pdf", base64: "JVBERi0=" }],
  });
  await vi.waitFor(
    async () => expect((await rowsOf(shop))[0]).toMatchObject({ status: "sent", attempts: 1 }),
    until,
  );
  expect(server.received).toHaveLength(1);
  const { to, mail: got } = server.received[0]!;
  expect(to).toEqual(["ada@example.com"]);
  expect(got).toMatchObject({
    subject: "Grüße",
    html: expect.stringContaining("<p>Grüße</p>"),
    text: expect.stringContaining("Grüße"),
  });
  expect(got.attachments[0]).toMatchObject({ filename: "a.pdf", mimeType: "application/pdf" });
});

test("a mail of a transaction that is rolled back never goes out", async () => {
  const server = await startMailServer();
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await expect(
    shop.platform.db.transaction(async (tx) => {
      await queueMail(tx, mail("never@example.com"));
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await queue(shop, mail("ada@example.com"));
  await vi.waitFor(() => expect(server.received).toHaveLength(1), until);
  expect(server.received[0]!.to).toEqual(["ada@example.com"]);
});

test("a mail that the server puts off is kept, and goes out later", async () => {
  const server = await startMailServer({
    behaviour: {
      onRecipient: () => {
        throw answer(450, "Mailbox busy");
      },
    },
  });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(shop, mail("ada@example.com"));
  await attempted(shop, 1);
  expect((await rowsOf(shop))[0]).toMatchObject({
    status: "queued",
    lastError: expect.stringContaining("450"),
  });
  server.behaviour.onRecipient = () => undefined;
  await endPauses(shop);
  await vi.waitFor(
    async () => expect((await rowsOf(shop))[0]).toMatchObject({ status: "sent", lastError: null }),
    until,
  );
});

test("a mail that the server refuses for good fails at once, visibly, and holds up no one", async () => {
  const server = await startMailServer({
    behaviour: {
      onRecipient: (to) => {
        if (to.startsWith("gone")) throw answer(550, "No such user");
      },
    },
  });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(shop, mail("gone@example.com"), mail("ada@example.com"));
  await vi.waitFor(
    async () => expect((await rowsOf(shop)).map((row) => row.status)).toEqual(["failed", "sent"]),
    until,
  );
  const admin = await shop.signUp({ role: "Admin" });
  const log = await shop.send({ url: "/message-log?status=failed", as: admin });
  expect(log.body[0]).toMatchObject({
    toEmail: "gone@example.com",
    status: "failed",
    lastError: expect.stringContaining("550"),
  });
});

test("a refused login says nothing of the mail: it waits", async () => {
  const server = await startMailServer({ login: true, behaviour: { acceptLogin: false } });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(shop, mail("ada@example.com"));
  await attempted(shop, 1);
  expect((await rowsOf(shop))[0]).toMatchObject({ status: "queued" });
  expect((await rowsOf(shop))[0]!.lastError).not.toContain("secret");
  server.behaviour.acceptLogin = true;
  await endPauses(shop);
  await vi.waitFor(() => expect(server.received).toHaveLength(1), until);
});

test("a refused sender or a missing login says nothing of the mail: it waits until the setting is right", async () => {
  const server = await startMailServer({
    behaviour: {
      onSender: () => {
        throw answer(550, "Sender address rejected");
      },
    },
  });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(shop, mail("ada@example.com"));
  await attempted(shop, 1);
  expect((await rowsOf(shop))[0]).toMatchObject({ status: "queued" });
  server.behaviour.onSender = () => undefined;
  server.behaviour.onRecipient = () => {
    throw answer(530, "Authentication required");
  };
  await endPauses(shop);
  await attempted(shop, 2);
  expect((await rowsOf(shop))[0]).toMatchObject({ status: "queued" });
  server.behaviour.onRecipient = () => undefined;
  await endPauses(shop);
  await vi.waitFor(() => expect(server.received).toHaveLength(1), until);
});

test("a mail that a wrong setting has refused is kept, and goes out once the setting is right", async () => {
  const server = await startMailServer({
    behaviour: {
      onRecipient: () => {
        throw answer(554, "5.7.1 Relay access denied");
      },
    },
  });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(shop, mail("ada@example.com"));
  await attempted(shop, 1);
  expect((await rowsOf(shop))[0]).toMatchObject({
    status: "queued",
    lastError: expect.stringContaining("Relay access denied"),
  });
  server.behaviour.onRecipient = () => undefined;
  await endPauses(shop);
  await vi.waitFor(() => expect(server.received).toHaveLength(1), until);
});

test("a mail that is refused again and again holds up the later ones to its recipient for minutes, not for days", async () => {
  const server = await startMailServer({
    behaviour: {
      onContent: ({ mail: got }) => {
        if (got.subject === "spam") throw answer(554, "5.7.1 Looks like spam");
      },
    },
  });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(shop, mail("ada@example.com", "spam"), mail("ada@example.com", "a reset link"));
  await vi.waitFor(async () => {
    const [first, second] = await rowsOf(shop);
    if (first?.lastError && first.attempts < 4) await endPauses(shop);
    expect(second?.status).toBe("sent");
    expect(first).toMatchObject({ status: "queued", attempts: 4 });
  }, until);
});

/** A mail that has failed, and the call that sends it again. */
async function failedMail(shop: TestShop, changes: Partial<typeof outbox.$inferInsert> = {}) {
  const { db } = shop.platform;
  const values = { toEmail: "ada@example.com", subject: "Receipt", html: "h", text: "t", templateName: "T" };
  const [row] = await db
    .insert(outbox)
    .values({ ...values, status: "failed", attempts: 10, lastError: "554", ...changes })
    .returning();
  const admin = await shop.signUp({ role: "Admin" });
  const again = () => shop.send({ method: "POST", url: `/message-log/${row!.id}/send-again`, as: admin });
  return { id: row!.id, again };
}

test("a failed mail is sent again by an admin, once however often the button is pressed", async () => {
  const server = await startMailServer();
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  const { again } = await failedMail(shop);
  const answers = await Promise.all([again(), again(), again()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await endsAs(shop, { status: "sent", lastError: null, attempts: 1 });
  expect(server.received).toHaveLength(1);
  expect((await again()).body.message).toBe("This message has not failed.");
});

test("a mail sent again that fails again has all its tries before it, and is in the log as failed after them", async () => {
  const port = await freePort();
  const shop = await openTestShop({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
  const { again } = await failedMail(shop);
  expect((await again()).status).toBe(200);
  await endsAs(shop, { status: "failed", attempts: retryDelays.length + 1 });
});

test("a mail whose link has expired is not sent, nor sent again, and the log says so", async () => {
  const server = await startMailServer();
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  const past = new Date(Date.now() - 1000);
  const { again } = await failedMail(shop, { expiresAt: past });
  expect(await again()).toMatchObject({
    status: 409,
    body: { message: "The link in this message has expired. The recipient can ask for a new one." },
  });
  await shop.platform.db.update(outbox).set({ status: "queued" });
  shop.platform.jobs.wake("mail");
  await endsAs(shop, { status: "failed", lastError: "The link in it has expired." });
  expect(server.received).toHaveLength(0);
});

test("a reset link's mail knows its end, and what was erased with an account is not sent again", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const body = { email: person.email };
  await shop.send({ method: "POST", url: "/api/auth/request-password-reset", body });
  const [reset] = await rowsOf(shop);
  const lives = reset!.expiresAt!.getTime() - reset!.createdAt.getTime();
  expect(Math.abs(lives - 3_600_000)).toBeLessThan(5_000);
  const { again } = await failedMail(shop, { html: "", text: "" });
  expect((await again()).status).toBe(409);
  const admin = await shop.signUp({ role: "Admin" });
  for (const id of ["999999", "x", "-1"]) {
    const answer = await shop.send({ method: "POST", url: `/message-log/${id}/send-again`, as: admin });
    expect(answer.status).toBe(404);
  }
});

test("a connection lost after the recipient, before the content, is tried again and sends the mail once", async () => {
  let drops = 0;
  const server = await startMailServer({
    behaviour: {
      onRecipient: (_address, drop) => {
        // The library repeats once by itself on a kept connection; the shop's own pause must come after that.
        if (drops++ < 2) drop();
      },
    },
  });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(shop, mail("ada@example.com"));
  await endsAs(shop, { status: "sent" });
  expect(server.received).toHaveLength(1);
  expect(drops).toBeGreaterThan(2);
});

test("a connection lost after the content repeats the mail under the same Message-ID, and never loses it", async () => {
  let drops = 0;
  const server = await startMailServer({
    behaviour: {
      onContent: (_mail, drop) => {
        if (drops++ < 1) drop();
      },
    },
  });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(shop, mail("ada@example.com"));
  await endsAs(shop, { status: "sent" });
  expect(server.received.length).toBeGreaterThan(1);
  expect(new Set(server.received.map(({ mail: got }) => got.messageId)).size).toBe(1);
  expect(new Set(server.received.map(({ mail: got }) => got.date)).size).toBe(1);
});

test("a sender that died between sending and marking sends again under the same Message-ID", async () => {
  const server = await startMailServer();
  const shop = await openTestShop();
  await shop.platform.jobs.stop(5_000);
  await queue(shop, mail("ada@example.com"));
  const taken = await claimMail(shop.platform.db, 120);
  expect(taken).toMatchObject({ attempts: 1, status: "queued" });
  expect(await claimMail(shop.platform.db, 120)).toBeNull();

  const next = await openTestShop({ database: shop.connectionString, config: { smtpUrl: server.url } });
  expect(server.received).toHaveLength(0);
  await next.platform.db.update(outbox).set({ nextAttemptAt: sql`now()` });
  next.platform.jobs.wake("mail");
  await vi.waitFor(
    async () => expect((await rowsOf(next))[0]).toMatchObject({ status: "sent", attempts: 2 }),
    until,
  );
  expect(server.received).toHaveLength(1);
});

test("mails to one recipient go out in the order of their causes, whatever happens to the first", async () => {
  let refusals = 0;
  const server = await startMailServer({
    behaviour: {
      onContent: ({ mail: got }) => {
        if (got.subject === "1" && refusals++ < 2) throw answer(451, "Try later");
      },
    },
  });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  const numbers = ["1", "2", "3", "4", "5"];
  await queue(
    shop,
    ...numbers.map((number) => mail("ada@example.com", number)),
    mail("bob@example.com", "other"),
  );
  await vi.waitFor(async () => {
    const rows = await rowsOf(shop);
    if (rows[0]!.status === "queued" && rows[0]!.lastError) await endPauses(shop);
    expect(rows.every((row) => row.status === "sent")).toBe(true);
  }, until);
  expect(
    server.received.filter(({ to }) => to[0] === "ada@example.com").map(({ mail: got }) => got.subject),
  ).toEqual(numbers);
});

test("a slow recipient holds up no other one", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await startMailServer({
    behaviour: { onRecipient: (to) => (to.startsWith("slow") ? held : undefined) },
  });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(shop, mail("slow@example.com"), mail("ada@example.com"), mail("bob@example.com"));
  await vi.waitFor(
    () =>
      expect(server.received.map(({ to }) => to[0]).sort()).toEqual(["ada@example.com", "bob@example.com"]),
    until,
  );
  release();
  await vi.waitFor(() => expect(server.received).toHaveLength(3), until);
});

test("two processes send each mail once", async () => {
  const server = await startMailServer();
  const one = await openTestShop({ config: { smtpUrl: server.url } });
  const two = await openTestShop({ database: one.connectionString, config: { smtpUrl: server.url } });
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      queue(index % 2 ? one : two, mail(`p${index % 7}@example.com`, String(index))),
    ),
  );
  await vi.waitFor(
    async () => expect((await rowsOf(one)).every((row) => row.status === "sent")).toBe(true),
    until,
  );
  expect(server.received.map(({ mail: got }) => Number(got.subject)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, index) => index),
  );
});

test("a mail server that is away leaves the mail waiting, and it goes out when the server is back", async () => {
  const port = await freePort();
  const shop = await openTestShop({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
  await queue(shop, mail("ada@example.com"));
  await attempted(shop, 1);
  const server = await startMailServer({ port });
  await endPauses(shop);
  await vi.waitFor(() => expect(server.received).toHaveLength(1), until);
});

test("a mail that fails every time is given up in the end, and the log says why", async () => {
  const port = await freePort();
  const shop = await openTestShop({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
  await queue(shop, mail("ada@example.com"));
  await endsAs(shop, { status: "failed", lastError: expect.stringContaining("ECONNREFUSED") });
  expect((await rowsOf(shop))[0]!.attempts).toBeGreaterThan(retryDelays.length);
});

test("a sealed mail waits for the APP_SECRET that opens it, and is given up in the end where that one never comes", async () => {
  const server = await startMailServer();
  const secret = { APP_SECRET: "a secret with a wrong letter, and long enough" };
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  const sealed = (to: string) =>
    encryptMail({ encryption: createEncryption(secret.APP_SECRET) }, mail(to, "Your link"));
  await queue(shop, sealed("ada@example.com"));
  await attempted(shop, 1);
  await shop.stop();
  const right = await openTestShop({
    database: shop.connectionString,
    env: secret,
    config: { smtpUrl: server.url },
  });
  await endsAs(right, { status: "sent", attempts: 2 });
  expect(server.received[0]!.mail.text).toContain("Your link");

  const other = await openTestShop({ config: { smtpUrl: server.url } });
  await queue(other, sealed("bob@example.com"));
  await endsAs(other, {
    status: "failed",
    attempts: retryDelays.length + 1,
    lastError: "The mail was sealed under another APP_SECRET.",
  });
  expect(server.received).toHaveLength(1);
});

test("pauses grow", () => {
  expect(retryDelays.every((pause, index) => index === 0 || pause > retryDelays[index - 1]!)).toBe(true);
});

test("line breaks in a subject, an address or a file's name add no header and no recipient", async () => {
  const server = await startMailServer();
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await shop.platform.db.insert(outbox).values([
    {
      toEmail: "ada@example.com",
      subject: "Hi\r\nBcc: eve@example.com",
      replyTo: "x@example.com\r\nBcc: eve@example.com",
      html: "h",
      text: "t",
      templateName: "T",
      attachments: [{ name: "a\r\nX-Evil: 1.png", mimeType: "image/png\r\nX-Evil: 1", base64: "" }],
    },
    {
      toEmail: "ada@example.com\r\nBcc: eve@example.com",
      subject: "2",
      html: "h",
      text: "t",
      templateName: "T",
    },
    { toEmail: "a@example.com, eve@example.com", subject: "3", html: "h", text: "t", templateName: "T" },
    { toEmail: "Eve <eve@example.com>", subject: "4", html: "h", text: "t", templateName: "T" },
  ]);
  shop.platform.jobs.wake("mail");
  await vi.waitFor(
    async () =>
      expect((await rowsOf(shop)).map((row) => row.status)).toEqual(["sent", "failed", "failed", "failed"]),
    until,
  );
  expect(server.received.flatMap(({ to }) => to)).toEqual(["ada@example.com"]);
  expect(server.received[0]!.raw).not.toMatch(/^(Bcc|X-Evil):/im);
});

test("the same cause queues one mail", async () => {
  const server = await startMailServer();
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await Promise.all(
    Array.from({ length: 10 }, () => queue(shop, { ...mail("ada@example.com"), dedupeKey: "cause:1" })),
  );
  expect(await rowsOf(shop)).toHaveLength(1);
});

test("without a mail server each mail becomes one whole file in the outbox folder", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "outbox-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const shop = await openTestShop({ dataDir });
  await queue(shop, mail("ada@example.com"), mail("../../etc/x@example.com"));
  await vi.waitFor(
    async () => expect((await rowsOf(shop)).every((row) => row.status === "sent")).toBe(true),
    until,
  );
  const files = await readdir(join(dataDir, "outbox"));
  expect(files).toHaveLength(2);
  expect(files.every((name) => name.endsWith(".eml"))).toBe(true);
  const ada = files.find((name) => name.includes("ada@"))!;
  expect(await readFile(join(dataDir, "outbox", ada), "utf8")).toContain("To: ada@example.com");
});

test("an erased mail's file that cannot be removed fails the job that removes it, and goes once it can", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "outbox-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const shop = await openTestShop({ dataDir });
  await queue(shop, mail("ada@example.com"), mail("bob@example.com"));
  await vi.waitFor(
    async () => expect((await rowsOf(shop)).every((row) => row.status === "sent")).toBe(true),
    until,
  );
  const folder = join(dataDir, "outbox");
  const left = async () => (await readdir(folder)).map((name) => name.replace(/^.*-|@.*$/g, ""));
  const [stuck] = (await readdir(folder)).filter((name) => name.includes("ada@"));
  // A folder is not removed as a file is.
  await rm(join(folder, stuck!));
  await mkdir(join(folder, stuck!));
  await shop.platform.db.update(outbox).set({ html: "", text: "" });
  await removeErasedMailFiles(shop.platform);
  expect(await left(), "no other is kept by it").toEqual(["ada"]);
  await expect(removeErasedMailFiles(shop.platform)).rejects.toThrow("each of 1 failed, and is tried again");
  await rmdir(join(folder, stuck!));
  await writeFile(join(folder, stuck!), "words");
  await removeErasedMailFiles(shop.platform);
  expect(await left()).toEqual([]);
});
