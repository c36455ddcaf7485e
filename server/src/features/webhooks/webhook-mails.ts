import type { Tx } from "#server/db/database.ts";
import { greeting, unlinked } from "#server/features/mail/greeting.ts";
import { brandFrom, type Mail, mailBrand, renderMail } from "#server/features/mail/queue-mail.ts";
import type { MailBrand } from "#server/features/mail/templates/layout.tsx";
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
  tx: Tx,
  member: Member,
  { change, url }: { change: "added" | "moved" | "secret"; url: string },
): Promise<Mail> {
  const host = unlinked(url);
  const { title, what } = {
    added: {
      title: "A webhook was added",
      what: `from now on ${host} is told what happens in your account.`,
    },
    moved: { title: "A webhook was changed", what: `what happens in your account is told to ${host} now.` },
    secret: {
      title: "A webhook has a new secret",
      what: `messages to ${host} are signed with a new secret, and for a day with the former one as well.`,
    },
  }[change];
  const brand = await mailBrand(platform, tx);
  return webhookMail(brand, member, {
    subject: `${title} at ${brand.shopName}`,
    templateName: "Webhooks changed",
    title,
    what: [what, ifNotYou],
  });
}

/** With a new password that is not the person's own change. */
export async function webhooksOffMail(
  { config }: Pick<Platform, "config">,
  tx: Tx,
  member: Member,
  urls: readonly string[],
): Promise<Mail> {
  const brand = await brandFrom(tx, config);
  const title = "Your webhooks were switched off";
  return webhookMail(brand, member, {
    subject: `${title} at ${brand.shopName}`,
    templateName: "Webhooks changed",
    title,
    what: [
      `with your new password nothing is sent any more to ${urls.map(unlinked).join(", ")}.`,
      "Switch on again what is yours, and remove what is not. If you did not ask for a new password, write to us at once.",
    ],
  });
}

/** since: when it was switched off, of which one mail tells. */
export async function webhookOffMail(
  platform: Platform,
  tx: Tx,
  member: Member,
  { id, url, since, lastError }: { id: string; url: string; since: Date; lastError: string | null },
): Promise<Mail> {
  return webhookMail(await mailBrand(platform, tx), member, {
    subject: "A webhook of yours was switched off",
    templateName: "Webhook off",
    dedupeKey: `webhook-off:${id}:${since.getTime()}`,
    title: "A webhook was switched off",
    what: [
      `for five days no message has arrived at ${unlinked(url)}, so nothing is sent there any more.`,
      `The last try: ${lastError}`,
      "Once the address answers again, switch it on, and send again what it has missed.",
    ],
  });
}

async function webhookMail(
  brand: MailBrand,
  { email, name }: Member,
  { title, what, ...head }: Omit<Mail, "to" | "html" | "text"> & { title: string; what: string[] },
): Promise<Mail> {
  const button = { label: "See your webhooks", url: `${brand.appUrl}/user/developers#webhooks` };
  const paragraphs = [greeting(name), ...what];
  const body = await renderMail("plain", { title, paragraphs, button }, brand);
  return { to: email, ...head, ...body };
}
