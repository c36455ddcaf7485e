import { AsyncLocalStorage } from "node:async_hooks";
import { isSitePath } from "#contract/urls.ts";
import type { Tx } from "#server/db/database.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { greeting } from "#server/features/mail/greeting.ts";
import {
  encryptMail,
  type Mail,
  mailBrand,
  queueMail,
  queueNotice,
  renderMail,
} from "#server/features/mail/queue-mail.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { namesOf, type Removed } from "../admin-mails.ts";
import { inSession } from "./in-session.ts";

/** How long a reset link lives. */
export const resetLinkSeconds = 3600;

/** Tells an account of its sign-in, unless it was erased meanwhile: none is written to who is not there any more. */
export async function tellAccount(
  { db }: Platform,
  userId: string,
  queue: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await lockOwner(tx, userId, "share")) await queue(tx);
  });
}

type Addressee = { id: string; email: string; name: string };

const wayBack = new AsyncLocalStorage<string | undefined>();

/** The links that `work` has mailed lead on to this page of the shop after the sign-in; the library can hand nothing on. */
export const leadingBackTo = <T>(path: string | undefined, work: () => Promise<T>): Promise<T> =>
  wayBack.run(path !== undefined && isSitePath(path) ? path : undefined, work);

export async function queueResetLink(
  platform: Platform,
  { id, email }: Pick<Addressee, "id" | "email">,
  token: string,
): Promise<void> {
  const brand = await mailBrand(platform);
  const from = wayBack.getStore();
  // Behind the '#' stands what the form tells password managers, and where it leads.
  const behind = [
    `email=${encodeURIComponent(email)}`,
    ...(from ? [`from=${encodeURIComponent(from)}`] : []),
  ];
  const resetUrl = `${platform.config.appUrl}/reset-password?token=${encodeURIComponent(token)}#${behind.join("&")}`;
  const body = await renderMail("reset-password", { resetUrl }, brand);
  const subject = `Set a new password for ${brand.shopName}`;
  const expiresAt = new Date(Date.now() + resetLinkSeconds * 1000);
  const mail: Mail = { to: email, subject, ...body, templateName: "Reset password", expiresAt };
  await tellAccount(platform, id, (tx) => queueMail(tx, encryptMail(platform, mail)));
}

/**
 * Changes something about a sign-in and tells the account of it, both or neither. A try that comes to nothing counts toward
 * no limit: else somebody could use the notices up before the change that they are for. `change` answers null where it
 * changed nothing that is to be told.
 */
export async function changeAndTell<T>(
  platform: Platform,
  viewer: Viewer,
  what: string,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const notice = await factorNotice(platform, viewer, what);
  return inSession(platform, viewer, async (tx) => {
    const done = await change(tx);
    if (done !== null) await queueNotice(platform, tx, notice);
    return done;
  });
}

/** `what` happened to the account, as the middle of a sentence. Pass the transaction where there is one, as for `mailBrand`. */
export async function factorNotice(
  platform: Platform,
  user: Pick<Addressee, "email" | "name">,
  what: string,
  tx?: Tx,
): Promise<Mail> {
  const brand = await mailBrand(platform, tx);
  const title = "Something about your sign-in changed";
  const paragraphs = [
    greeting(user.name),
    `${what} just now. If it was you, or you asked for it, there is nothing to do.`,
    "If not, set a new password at once, which signs out everyone else, remove from your profile every passkey and second factor that is not yours, and write to us.",
  ];
  const button = { label: "Reset password", url: `${platform.config.appUrl}/reset-password` };
  const body = await renderMail("plain", { title, paragraphs, button }, brand);
  const subject = `${title} at ${brand.shopName}`;
  return { to: user.email, subject, ...body, templateName: "Sign-in changed" };
}

type Ended = Pick<Removed, "service" | "passkeys">;
const nothing: Ended = { service: false, passkeys: 0 };

/** In words, with the way on; a service can't be connected to an account that is there. */
function endOf(removed: Ended): string | null {
  const what = namesOf(removed);
  if (what === null) return null;
  const again = removed.passkeys > 0 ? " Passkeys of yours can be added again on your profile." : "";
  return `With it ended what somebody else could have added: ${what}. Sign in with the new password from now on.${again}`;
}

/**
 * Made before the transaction that sets the password, which shall wait for nothing. Pass it where it alone knows what ended
 * with the former one.
 */
export async function passwordChangedNotice(
  platform: Platform,
  { email, name }: Pick<Addressee, "email" | "name">,
  removed = nothing,
  tx?: Tx,
): Promise<Mail> {
  const brand = await mailBrand(platform, tx);
  const resetUrl = `${platform.config.appUrl}/reset-password`;
  const props = { customerName: name, resetUrl, ended: endOf(removed) };
  const body = await renderMail("password-changed", props, brand);
  const subject = `Your ${brand.shopName} password was changed`;
  return { to: email, subject, ...body, templateName: "Password changed" };
}
