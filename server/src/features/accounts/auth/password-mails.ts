import type { Tx } from "#server/db/database.ts";
import { mailBrand } from "#server/features/mail/mail.service.ts";
import { queueMail } from "#server/features/mail/queue-mail.ts";
import { renderMail } from "#server/features/mail/render-mail.ts";
import { encryptMail } from "#server/features/mail/seal-mail.ts";
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

/** The reminder of a membership's end, in the transaction that notes that it was sent. */
export async function queueMembershipEnding(
  platform: Platform,
  tx: Tx,
  user: { id: string; email: string; name: string; end: Date },
): Promise<void> {
  const brand = await mailBrand(platform);
  const endsOn = user.end.toLocaleDateString("en-GB", { timeZone: "UTC" });
  const renewUrl = `${platform.config.appUrl}/user/select-package`;
  const body = await renderMail("membership-ending", { customerName: user.name, endsOn, renewUrl }, brand);
  await queueMail(tx, {
    to: user.email,
    subject: `Your ${brand.shopName} membership ends on ${endsOn}`,
    ...body,
    templateName: "Membership ending",
    dedupeKey: `membership-ending:${user.id}:${user.end.toISOString()}`,
  });
}
