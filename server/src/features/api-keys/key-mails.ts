import { type Scope, scopeTexts } from "#contract/scopes.ts";
import type { Tx } from "#server/db/database.ts";
import { greeting, quoted } from "#server/features/mail/greeting.ts";
import { type Mail, mailBrand, renderMail } from "#server/features/mail/queue-mail.ts";
import type { Platform } from "#server/platform/platform.ts";

interface Member {
  email: string;
  name: string;
}

const ifNotYou =
  "If not, revoke the keys that are not yours, set a new password at once, which signs out everyone else, and write to us.";

export async function keyMadeMail(
  platform: Platform,
  member: Member,
  key: { name: string; scopes: readonly Scope[]; expiresInDays: number | null },
): Promise<Mail> {
  const end = key.expiresInDays === null ? "does not expire" : `expires in ${key.expiresInDays} days`;
  const opens = key.scopes.map((scope) => scopeTexts[scope]).join("; ");
  return keyMail(platform, undefined, member, {
    title: "A new key for programs",
    what: [
      `the key ${quoted(key.name)} was made for your account just now. It ${end}. A program that has it can do this: ${opens}.`,
      `If it was you, there is nothing to do. ${ifNotYou}`,
    ],
  });
}

/** removed: by the member; found: by somebody who had the key; reset: with a new password; disabled: with the account. */
export async function keysRemovedMail(
  platform: Platform,
  tx: Tx,
  member: Member,
  { names, cause }: { names: readonly string[]; cause: "removed" | "found" | "reset" | "disabled" },
): Promise<Mail> {
  const which = names.map(quoted).join(", ");
  const keys = names.length === 1 ? `the key ${which} was` : `the keys ${which} were`;
  const texts = {
    removed: [
      `${keys} revoked just now: a program that has it is refused from now on.`,
      `If it was you, there is nothing to do. ${ifNotYou}`,
    ],
    found: [
      `${keys} revoked just now, by somebody who has the key. So it was seen by others, in public perhaps.`,
      "Make another key for the program that used it, and look at your runs, your credit statement and your webhooks for what was not you. If you find anything, write to us.",
    ],
    reset: [
      `${keys} revoked with your new password, as the form said. Programs that have them are refused from now on.`,
      "Make new keys for the programs that are yours. If you did not ask for a new password, write to us at once.",
    ],
    disabled: [
      `${keys} revoked, as your account was disabled by the shop's staff. Programs that have them are refused from now on, also once the account is enabled again.`,
      "If you do not know why, write to us.",
    ],
  };
  const title = names.length === 1 ? "A key for programs was revoked" : "Keys for programs were revoked";
  return keyMail(platform, tx, member, { title, what: texts[cause] });
}

async function keyMail(
  platform: Platform,
  tx: Tx | undefined,
  member: Member,
  { title, what }: { title: string; what: readonly string[] },
): Promise<Mail> {
  const brand = await mailBrand(platform, tx);
  const paragraphs = [greeting(member.name), ...what];
  const button = { label: "Look at your keys", url: `${platform.config.appUrl}/user/developers` };
  const body = await renderMail("plain", { title, paragraphs, button }, brand);
  return {
    to: member.email,
    subject: `${title} at ${brand.shopName}`,
    ...body,
    templateName: "Keys changed",
  };
}
