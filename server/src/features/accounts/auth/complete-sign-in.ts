import type { FastifyReply, FastifyRequest } from "fastify";
import { deviceName } from "#contract/device-name.ts";
import { greeting } from "#server/features/mail/greeting.ts";
import { type Mail, mailBrand, queueNotice, renderMail } from "#server/features/mail/queue-mail.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findUserById } from "../users.repository.ts";
import { knownDevice, rememberDevice } from "./known-device.ts";
import { tellAccount } from "./password-mails.ts";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });
const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

/**
 * What every way of signing in ends with: a line in the log, a mail where the account has not been signed in to from
 * this browser before, and the cookie by which it is known from now on.
 */
export async function completeSignIn(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  platform.log.info({ requestId: request.id, userId, address: request.address }, "signed in");
  if (!(await knownDevice(platform, request, userId))) await queueNewDeviceNotice(platform, request, userId);
  await rememberDevice(platform, reply, userId);
}

/**
 * A sign-in that can't be completed opens nothing: the session that the library made for it ends, and its cookie reaches no
 * browser.
 */
export async function openOrEnd(
  reply: FastifyReply,
  end: () => Promise<void>,
  complete: () => Promise<void>,
): Promise<void> {
  try {
    await complete();
  } catch (error) {
    reply.removeHeader("set-cookie");
    await end();
    throw error;
  }
}

async function queueNewDeviceNotice(
  platform: Platform,
  request: FastifyRequest,
  userId: string,
): Promise<void> {
  const user = await findUserById(platform.db, userId);
  if (!user) return;
  const brand = await mailBrand(platform);
  const now = new Date();
  const title = "New sign-in to your account";
  const device = deviceName(request.headers["user-agent"] ?? "");
  const paragraphs = [
    greeting(user.name),
    `somebody signed in to your account on ${day.format(now)} at ${time.format(now)} (UTC), from a browser that had not been used for it before: ${device}.`,
    "If it was you, there is nothing to do.",
    "If it was not you, set a new password at once, which signs out everyone else. Then look at your profile: remove every passkey and second factor there that is not yours, and write to us.",
  ];
  const button = { label: "Reset password", url: `${platform.config.appUrl}/reset-password` };
  const body = await renderMail("plain", { title, paragraphs, button }, brand);
  const subject = `New sign-in to your ${brand.shopName} account`;
  const notice: Mail = { to: user.email, subject, ...body, templateName: "New sign-in" };
  await tellAccount(platform, userId, (tx) => queueNotice(platform, tx, notice));
}
