import { encryptMail, queueMail } from "#server/features/mail/queue-mail.ts";
import { mailBrand, renderMail } from "#server/features/mail/render-mail.ts";
import type { Platform } from "#server/platform/platform.ts";

/** How long a reset link lives. */
export const resetLinkSeconds = 3600;

export async function queueResetLink(platform: Platform, to: string, token: string): Promise<void> {
  const brand = await mailBrand(platform);
  const resetUrl = `${platform.config.appUrl}/reset-password?token=${encodeURIComponent(token)}`;
  const body = await renderMail("reset-password", { resetUrl }, brand);
  const subject = `Set a new password for ${brand.shopName}`;
  const expiresAt = new Date(Date.now() + resetLinkSeconds * 1000);
  const mail = { to, subject, ...body, templateName: "Reset password", expiresAt };
  await queueMail(platform.db, encryptMail(platform, mail));
}

export async function queueFactorNotice(
  platform: Platform,
  user: { email: string; name: string },
  what: string,
): Promise<void> {
  await queueMail(platform.db, await factorNotice(platform, user, what));
}

/** `what` happened to the account, as the middle of a sentence. */
export async function factorNotice(platform: Platform, user: { email: string; name: string }, what: string) {
  const brand = await mailBrand(platform);
  const title = "Something about your sign-in changed";
  const paragraphs = [
    `Hello ${user.name},`,
    `${what} just now. If it was you, or you asked for it, there is nothing to do.`,
    "If not, set a new password at once, which signs out everyone else, remove from your profile every passkey and second factor that is not yours, and write to us.",
  ];
  const button = { label: "Reset password", url: `${platform.config.appUrl}/reset-password` };
  const body = await renderMail("plain", { title, paragraphs, button }, brand);
  const subject = `${title} at ${brand.shopName}`;
  return { to: user.email, subject, ...body, templateName: "Sign-in changed" };
}

export async function queuePasswordChanged(
  platform: Platform,
  user: { email: string; name: string },
): Promise<void> {
  const brand = await mailBrand(platform);
  const resetUrl = `${platform.config.appUrl}/reset-password`;
  const body = await renderMail("password-changed", { customerName: user.name, resetUrl }, brand);
  const subject = `Your ${brand.shopName} password was changed`;
  await queueMail(platform.db, { to: user.email, subject, ...body, templateName: "Password changed" });
}
