import type { Tx } from "#server/db/database.ts";
import type { Mail } from "#server/features/mail/queue-mail.ts";
import { mailBrand, renderMail } from "#server/features/mail/render-mail.ts";
import type { Platform } from "#server/platform/platform.ts";

interface Member {
  email: string;
  name: string;
}

const ifNotYou =
  "If it was you or a program of yours, there is nothing to do. If not, remove the address, revoke the keys that are not yours, set a new password at once, which signs out everyone else, and write to us.";

/** Who has found a key could have themselves told of all that happens: its owner hears of that. */
export async function webhookChangedMail(
  platform: Platform,
  member: Member,
  { change, url }: { change: "added" | "moved" | "secret"; url: string },
): Promise<Mail> {
  const [title, what] = {
    added: ["A webhook was added", `from now on ${url} is told what happens in your account.`],
    moved: ["A webhook was changed", `what happens in your account is told to ${url} now.`],
    secret: [
      "A webhook has a new secret",
      `messages to ${url} are signed with a new secret, and for a day with the former one as well.`,
    ],
  }[change] as [string, string];
  const { shopName } = await mailBrand(platform);
  return webhookMail(platform, undefined, member, {
    subject: `${title} at ${shopName}`,
    templateName: "Webhooks changed",
    title,
    what: [what, ifNotYou],
  });
}

/** since: when it was switched off, of which one mail tells. */
export async function webhookOffMail(
  platform: Platform,
  tx: Tx,
  member: Member,
  { id, url, since, lastError }: { id: string; url: string; since: Date; lastError: string | null },
): Promise<Mail> {
  return webhookMail(platform, tx, member, {
    subject: "A webhook of yours was switched off",
    templateName: "Webhook off",
    dedupeKey: `webhook-off:${id}:${since.getTime()}`,
    title: "A webhook was switched off",
    what: [
      `for five days no message has arrived at ${url}, so nothing is sent there any more.`,
      `The last try: ${lastError}`,
      "Once the address answers again, switch it on, and send again what it has missed.",
    ],
  });
}

async function webhookMail(
  platform: Platform,
  tx: Tx | undefined,
  { email, name }: Member,
  { title, what, ...head }: Omit<Mail, "to" | "html" | "text"> & { title: string; what: string[] },
): Promise<Mail> {
  const button = { label: "See your webhooks", url: `${platform.config.appUrl}/user/developers#webhooks` };
  const paragraphs = [`Hello ${name},`, ...what];
  const body = await renderMail("plain", { title, paragraphs, button }, await mailBrand(platform, tx));
  return { to: email, ...head, ...body };
}
