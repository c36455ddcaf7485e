import nodemailer from "nodemailer";
import { type Delivery, type MailProvider, sendSeconds } from "./mail-provider.ts";
import { messageOf } from "./message.ts";

/**
 * A mail server, reached over a few kept connections. Every wait has an end; a server that answers a byte at a
 * time is cut off by the signal, since a time-out of silence alone would never come.
 */
export function smtpProvider(smtpUrl: string): MailProvider {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 30_000,
  });
  transport.on("error", () => undefined);

  return {
    async send(mail) {
      const message = messageOf(mail);
      if ("refused" in message) return { result: "refused", detail: message.refused };
      try {
        const info = await transport.sendMail({
          ...message,
          signal: AbortSignal.timeout(sendSeconds * 1000),
        });
        return { result: "sent", detail: String(info.response ?? "").slice(0, 200) };
      } catch (error) {
        return deliveryOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Bad sequence of commands, login required: whatever they answer to, they are not about one mail. */
const ofTheServer = new Set([503, 530]);

interface SmtpError {
  message: string;
  code?: string;
  /** What the server answered to: "MAIL FROM", "RCPT TO", "DATA". */
  command?: string;
  responseCode?: number;
  response?: string;
}

/**
 * Only a 5xx answer to this very mail (its recipient or its content) is final. A refused login, a refused sender, a
 * refused connection or a lost one says nothing of the mail: a wrong setting must not lose what waits. An error
 * without an answer carries a text of the library's own, an answer that of the server; neither holds the login.
 */
function deliveryOf(error: unknown): Delivery {
  const { message, code, command, responseCode, response } = error as SmtpError;
  const ofThisMail = (code === "EENVELOPE" && command !== "MAIL FROM") || code === "EMESSAGE";
  const is5xx = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  const final = ofThisMail && is5xx && !ofTheServer.has(responseCode);
  const detail = `${code ?? "ERROR"}: ${(response ?? message).replace(/\s+/g, " ").slice(0, 300)}`;
  return { result: final ? "refused" : "failed", detail };
}
