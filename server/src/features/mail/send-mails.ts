import { drainQueue, signalAfter } from "#server/platform/concurrency.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type Delivery,
  type MailProvider,
  type OutgoingMail,
  sendSeconds,
} from "#server/providers/mail/mail-provider.ts";
import { formerRecipient } from "./audience.ts";
import {
  claimMail,
  type MailToSend,
  markFailed,
  markSent,
  type OutboxRow,
  reschedule,
} from "./queue.repository.ts";
import { decryptMail } from "./queue-mail.ts";

/** Seconds to wait after the first, second, … failed attempt; a mail that fails once more has failed for good. */
export const retryDelays = [15, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600];

/** Longer than any hand-over takes, so that a mail under way is never taken twice while its sender lives. */
const leaseSeconds = sendSeconds + 60;
const senders = 3;
/** For so long a process that stops waits for a mail server; what it has not taken by then is sent later. */
const graceMs = 3_000;

/**
 * Sends what is due, some at a time, and looks for more while any is under way, so that a slow recipient holds up
 * no other one. A mail is marked after it was handed over: a crash in between sends it again under the same
 * Message-ID, and never loses it.
 */
export async function sendDueMails(
  platform: Platform,
  provider: MailProvider,
  signal: AbortSignal,
  pieceDone: () => void,
): Promise<void> {
  const cut = signalAfter(signal, graceMs);
  await drainQueue({
    atOnce: senders,
    signal,
    claim: () => claimMail(platform.db, leaseSeconds),
    work: (mail) => sendOne(platform, provider, mail, cut),
    pieceDone,
  });
}

async function sendOne(
  platform: Platform,
  provider: MailProvider,
  mail: MailToSend,
  cut: AbortSignal,
): Promise<void> {
  const { db, log, metrics } = platform;
  failpoint("mail-claimed");
  const delivery = await platform.tracing.span("mail", {}, () => deliver(platform, provider, mail, cut));
  if (delivery.result === "sent") {
    failpoint("mail-accepted");
    await markSent(db, mail);
    metrics.count("thumbsmith_mails_total", { result: "sent" });
    failpoint("mail-recorded");
    return;
  }
  const pause = delivery.result === "refused" ? undefined : retryDelays[mail.attempts - 1];
  if (pause === undefined) {
    log.error(
      { mail: mail.id, attempts: mail.attempts, reason: delivery.detail },
      "a mail has failed for good",
    );
    await markFailed(db, mail, delivery.detail);
    metrics.count("thumbsmith_mails_total", { result: "failed" });
  } else {
    log.warn(
      { mail: mail.id, attempts: mail.attempts, reason: delivery.detail },
      "a mail could not be sent yet",
    );
    await reschedule(db, mail, pause, delivery.detail);
    metrics.count("thumbsmith_mails_total", { result: "retried" });
  }
}

/** A mail that no secret opens is tried again, as the right one may be back by then. */
async function deliver(
  platform: Platform,
  provider: MailProvider,
  mail: MailToSend,
  cut: AbortSignal,
): Promise<Delivery> {
  if (!mail.isCurrent) return { result: "refused", detail: "The link in it has expired." };
  if (!mail.isForRecipient) return { result: "refused", detail: formerRecipient(mail.audience) };
  let opened: OutboxRow;
  try {
    opened = decryptMail(platform, mail);
  } catch {
    return { result: "failed", detail: "The mail was sealed under another APP_SECRET." };
  }
  return provider.send(outgoing(opened, platform.config.mailFrom), cut);
}

function outgoing(mail: OutboxRow, from: OutgoingMail["from"]): OutgoingMail {
  return {
    messageId: messageIdOf(mail, from.address),
    date: mail.createdAt,
    from,
    to: mail.toEmail,
    replyTo: mail.replyTo,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    attachments: mail.attachments,
  };
}

/** The row's number and moment, so that it differs between shops that send for the same domain. */
function messageIdOf(mail: OutboxRow, from: string): string {
  const domain = /@([A-Za-z0-9.-]+)$/.exec(from)?.[1] ?? "localhost";
  return `<${String(mail.id).padStart(8, "0")}.${mail.createdAt.getTime().toString(36)}@${domain}>`;
}
