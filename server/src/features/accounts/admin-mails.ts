import type { Tx } from "#server/db/database.ts";
import { greeting, quoted } from "#server/features/mail/greeting.ts";
import { brandFrom, type Mail, renderMail } from "#server/features/mail/queue-mail.ts";
import type { Platform } from "#server/platform/platform.ts";

/** What an account had that let somebody in and is gone. */
export interface Removed {
  /** Another one stands in its place. */
  password: boolean;
  /** Another service, whose address was not proven. */
  service: boolean;
  totp: boolean;
  passkeys: number;
  /** Names of the keys for programs. */
  keys: string[];
}

/** In words, for the person and for whoever made it so; null where nothing was removed. */
export function namesOf({
  password = false,
  service = false,
  totp = false,
  passkeys = 0,
  keys = [],
}: Partial<Removed>): string | null {
  const parts = [
    password && "the password",
    service && "the sign-in by another service",
    totp && "the authenticator",
    passkeys > 0 && (passkeys === 1 ? "a passkey" : `${passkeys} passkeys`),
    keys.length > 0 && `the keys for programs ${keys.map(quoted).join(", ")}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? new Intl.ListFormat("en").format(parts) : null;
}

/** To somebody whose account was made an administrator's on the shop's server; null where it lost nothing. */
export async function madeAdminMail(
  { config }: Pick<Platform, "config">,
  tx: Tx,
  { email, name }: { email: string; name: string },
  removed: Removed,
): Promise<Mail | null> {
  const what = namesOf(removed);
  if (what === null) return null;
  const brand = await brandFrom(tx, config);
  const title = "Something about your sign-in changed";
  const { password, totp, passkeys } = removed;
  const present = password ? " The password that it has now was set there." : "";
  const again = totp || passkeys > 0 ? " and set up a second factor again" : "";
  const paragraphs = [
    greeting(name),
    `on the shop's server your account was made an administrator's just now. It lost ${what}, and was signed out everywhere.${present}`,
    `If you asked for it, sign in${again}. If not, write to us at once.`,
  ];
  const button = { label: "Sign in", url: `${brand.appUrl}/login` };
  const body = await renderMail("plain", { title, paragraphs, button }, brand);
  return { to: email, subject: `${title} at ${brand.shopName}`, ...body, templateName: "Sign-in changed" };
}
