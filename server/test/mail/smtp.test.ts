import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { checkSmtp } from "#server/providers/mail/check-smtp.ts";
import type { OutgoingMail } from "#server/providers/mail/mail-provider.ts";
import { smtpProvider } from "#server/providers/mail/smtp.ts";
import { answer, type Behaviour, startMailServer } from "./mail-server.ts";

const quick = { connect: 400, silence: 400, whole: 1500 };
const mail = {
  messageId: "<1@shop.example>",
  date: new Date(),
  from: { name: "Shop", address: "hello@shop.example" },
  to: "ada@example.com",
  replyTo: null,
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
  attachments: [],
};

async function send(url: string, sent: OutgoingMail = mail) {
  const provider = smtpProvider(url, quick);
  onTestFinished(() => provider.close());
  return provider.send(sent);
}

test.each([
  ["Thumbs: the shop <hello@shop.example>", "Thumbs: the shop"],
  ["Thumbs (Berlin) <hello@shop.example>", "Thumbs (Berlin)"],
  ["Thumbs, Inc. <hello@shop.example>", "Thumbs, Inc."],
  ['"Thumbs; the \\"shop\\"" <hello@shop.example>', 'Thumbs; the "shop"'],
  ["Größer <hello@shop.example>", "Größer"],
  ["hello@shop.example", ""],
])(
  "a mail is from the name and the address that MAIL_FROM has, whatever signs the name holds: %s",
  async (given, name) => {
    const server = await startMailServer();
    const { mailFrom } = readConfig({ MAIL_FROM: given });
    expect(await send(server.url, { ...mail, from: mailFrom })).toMatchObject({ result: "sent" });
    expect(server.received[0]!.mail.from).toEqual({ name, address: "hello@shop.example" });
  },
);

const check = (url: string) => checkSmtp(url, "hello@shop.example", "ada@example.com", 1500);

const refuse = (code: number, message: string) => () => {
  throw answer(code, message);
};
const onRecipient = (code: number, message: string): Behaviour => ({ onRecipient: refuse(code, message) });
const onContent = (code: number, message: string): Behaviour => ({ onContent: refuse(code, message) });

test.each([
  ["Gmail", onRecipient(550, "5.1.1 The email account that you tried to reach does not exist.")],
  ["Exchange", onRecipient(550, "5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found")],
  ["Postfix, local", onRecipient(550, "5.1.1 <ada@example.com>: Recipient address rejected: User unknown")],
  ["an unknown domain", onRecipient(550, "5.1.2 <ada@example.com>: Domain not found")],
  ["a malformed address", onRecipient(553, "5.1.3 The recipient address is not a valid RFC 5321 address.")],
  ["without an enhanced code", onRecipient(550, "No such user here")],
  ["qmail", onRecipient(550, "sorry, mailbox not found")],
  ["after the content", onContent(550, "5.1.1 User unknown")],
])("a recipient that does not exist is final: %s", async (_, behaviour) => {
  const server = await startMailServer({ behaviour });
  expect(await send(server.url)).toMatchObject({ result: "refused", detail: expect.stringContaining("55") });
});

test.each<[string, Behaviour]>([
  ["relaying is denied (Postfix)", onRecipient(554, "5.7.1 <ada@example.com>: Relay access denied")],
  ["relaying is denied (sendmail)", onRecipient(550, "5.7.1 Relaying denied")],
  ["relaying is denied, without an enhanced code", onRecipient(550, "Relay not permitted")],
  ["the day's quota is used up (Gmail)", onRecipient(550, "5.4.5 Daily user sending limit exceeded.")],
  ["the mailbox is full", onRecipient(552, "5.2.2 Mailbox full")],
  ["the mailbox is disabled", onRecipient(550, "5.2.1 The email account is disabled.")],
  ["the sender is unverified (SES)", onContent(554, "Message rejected: Email address is not verified.")],
  [
    "the sender may not (Exchange)",
    onContent(550, "5.7.60 SMTP; Client does not have permissions to send as this sender"),
  ],
  ["the sender is refused", { onSender: refuse(550, "5.1.7 The sender's address was invalid") }],
  ["the sender's mailbox is unknown", { onSender: refuse(550, "5.1.1 Sender unknown") }],
  ["it is greylisted", onRecipient(450, "4.2.0 Greylisted, please try again")],
  ["an unknown user, for now", onRecipient(450, "4.1.1 User unknown in local table, try later")],
  ["it looks like spam", onContent(554, "5.7.1 Looks like spam")],
  ["there is a policy", onRecipient(550, "Administrative prohibition")],
  ["blocked by a list", onRecipient(554, "5.7.1 Service unavailable; Client host blocked")],
  ["a login is demanded", onRecipient(530, "5.7.0 Authentication required")],
  ["the server shuts down", onRecipient(421, "4.3.2 Service shutting down")],
  ["too large", onContent(552, "5.3.4 Message size exceeds fixed limit")],
  ["dropped after the content", { onContent: (_mail, drop) => drop() }],
])("whatever else it is, the mail is tried again: %s", async (_, behaviour) => {
  const server = await startMailServer({ behaviour });
  const { result, detail } = await send(server.url);
  expect([result, detail.length > 0]).toEqual(["failed", true]);
});

test("a refused login is tried again, and its text does not hold the password", async () => {
  const server = await startMailServer({ login: true, behaviour: { acceptLogin: false } });
  const { result, detail } = await send(server.url);
  expect([result, detail]).toEqual(["failed", expect.stringContaining("535")]);
  expect(detail).not.toContain("secret");
});

/** Something that listens and is no mail server. */
async function listen(greet: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each<[string, (socket: Socket) => void]>([
  ["speaks HTTP", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
  ["says nothing", () => undefined],
  ["hangs up", (socket) => socket.destroy()],
  ["is full", (socket) => socket.end("421 4.3.2 Too many connections\r\n")],
  ["answers garbage", (socket) => socket.write(Buffer.from([0, 255, 13, 10, 1, 2, 13, 10]))],
  [
    "says a byte at a time for ever",
    (socket) => {
      const timer = setInterval(() => socket.write("2"), 100);
      socket.on("close", () => clearInterval(timer));
    },
  ],
])("a server that %s leaves the mail waiting, in time", async (_, greet) => {
  const url = await listen(greet);
  expect(await send(url)).toMatchObject({ result: "failed" });
  await expect(check(url)).rejects.toThrow(/cannot be reached/);
});

test("a password goes to another machine encrypted or not at all, and the reason is told", async () => {
  const plain = await startMailServer({ login: true });
  // Leads to this machine, but is not named as it.
  const elsewhere = (url: string) => url.replace("127.0.0.1", "0.0.0.0");
  const refused = await send(elsewhere(plain.url));
  expect(refused).toEqual({
    result: "failed",
    detail: expect.stringMatching(/no encryption \(STARTTLS\).*SMTP_URL/),
  });
  expect(plain.received).toHaveLength(0);
  await expect(check(elsewhere(plain.url))).rejects.toThrow(/no encryption \(STARTTLS\).*SMTP_URL/);
  expect((await send(plain.url)).result).toBe("sent");

  const encrypted = await startMailServer({ login: true, startTls: true });
  expect(await send(elsewhere(encrypted.url))).toMatchObject({
    result: "failed",
    detail: expect.stringContaining("certificate"),
  });
  const trusting = `${elsewhere(encrypted.url)}/?tls.rejectUnauthorized=false`;
  expect((await send(trusting)).result).toBe("sent");
  expect(await check(trusting)).toBe("0.0.0.0 takes mails from hello@shop.example");
  expect(encrypted.received, "a check sends nothing").toHaveLength(1);
  expect(encrypted.received[0]).toMatchObject({ encrypted: true });
});
