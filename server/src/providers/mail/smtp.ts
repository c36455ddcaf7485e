import { isLoopback } from "#server/networks.ts";
import { type Delivery, type MailProvider, sendSeconds } from "./mail-provider.ts";
import { messageOf } from "./message.ts";

/** Milliseconds; only tests wait less. */
const patience = { connect: 10_000, silence: 30_000, whole: sendSeconds * 1000 };

/**
 * A mail server, reached over a few kept connections. Every wait has an end; a server that answers a byte at a
 * time is cut off by the signal, since a time-out of silence alone would never come.
 */
export function smtpProvider(smtpUrl: string, waits = patience): MailProvider {
  let transport: ReturnType<typeof openTransport> | undefined;
  return {
    async send(mail, cut) {
      const message = messageOf(mail);
      if ("refused" in message) return { result: "refused", detail: message.refused };
      try {
        transport ??= openTransport(smtpUrl, waits);
        const info = await (await transport).sendMail({
          ...message,
          signal: AbortSignal.any([AbortSignal.timeout(waits.whole), ...(cut ? [cut] : [])]),
        });
        return { result: "sent", detail: String(info.response ?? "").slice(0, 200) };
      } catch (error) {
        return deliveryOf(error);
      }
    },
    // One that could not be opened was told of by its mail.
    close: () =>
      void transport?.then(
        (opened) => opened.close(),
        () => undefined,
      ),
  };
}

/** Loaded with the first mail. */
async function openTransport(smtpUrl: string, waits: typeof patience) {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: waits.connect,
    greetingTimeout: waits.connect,
    dnsTimeout: waits.connect,
    socketTimeout: waits.silence,
    requireTLS: sendsPasswordAbroad(smtpUrl),
  });
  transport.on("error", () => undefined);
  return transport;
}

/** A password crosses a network encrypted or not at all. */
export function sendsPasswordAbroad(smtpUrl: string): boolean {
  const { protocol, hostname, password } = new URL(smtpUrl);
  return protocol === "smtp:" && password !== "" && !isLoopback(hostname);
}

interface SmtpError {
  message: string;
  code?: string;
  /** What the server answered to: "MAIL FROM", "RCPT TO", "DATA". */
  command?: string;
  responseCode?: number;
  response?: string;
}

/**
 * Only a recipient that does not exist is final. Servers answer 5xx for much that a setting or a day mends as well
 * (relaying, quota, an unverified sender, a suspicion of spam), and a wrong setting must not lose what waits. An error
 * without an answer carries a text of the library's own, an answer that of the server; neither holds the login.
 */
function deliveryOf(error: unknown): Delivery {
  const { message, code, command, response } = error as SmtpError;
  if (code === "ETLS" && command === "STARTTLS" && response !== undefined) {
    const detail =
      "The mail server offers no encryption (STARTTLS), and SMTP_URL holds a password: use smtps://, or a server that offers it.";
    return { result: "failed", detail };
  }
  const detail = `${code ?? "ERROR"}: ${(response ?? message).replace(/\s+/g, " ").slice(0, 300)}`;
  return { result: isUnknownRecipient(error as SmtpError) ? "refused" : "failed", detail };
}

/** RFC 3463, section 3.2: no such mailbox, no such system, bad syntax, moved; RFC 7505: the domain takes no mail. */
const unknownRecipient = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"]);

/** Without an enhanced code, the words that servers have for a missing mailbox. */
const unknownInWords =
  /\b(no such|unknown|nonexistent|non-existent) (local )?(user|recipient|mailbox|address)\b|\b(user|recipient|mailbox|address) (is )?(unknown|not found|does not exist|doesn't exist)\b/i;

function isUnknownRecipient({ command, responseCode, response = "" }: SmtpError): boolean {
  if (responseCode !== 550 && responseCode !== 551 && responseCode !== 553) return false;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced) return command !== "MAIL FROM" && unknownRecipient.has(enhanced);
  return command === "RCPT TO" && unknownInWords.test(response);
}
