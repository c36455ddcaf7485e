import type { Config } from "#server/config.ts";
import type { Tx } from "#server/db/database.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { MailBrand, TemplateName, TemplateProps } from "./templates/templates.ts";

/**
 * Name and address of the shop, for the head and foot of its mails. Pass the transaction where there is one: as many of
 * them as there are connections would wait for one more each.
 */
export async function mailBrand(platform: Platform, tx?: Tx): Promise<MailBrand> {
  return brandFrom(tx ?? platform, platform.config);
}

/** The same for a command, which has no platform. */
export async function brandFrom(
  source: Platform | Tx,
  { appUrl }: Pick<Config, "appUrl">,
): Promise<MailBrand> {
  const { shopName } = await readShopSettings(source);
  return { shopName, appUrl };
}

/** To be awaited before a transaction that makes a mail: on a busy machine the first time takes longer than one may idle. */
export const loadTemplates = () => import("./templates/render-template.tsx");

/**
 * A template's mail as HTML with its text part. The templates are JSX, which plain Node can't read. They are
 * loaded only when a mail is made, so that commands may import whatever queues mails.
 */
export async function renderMail<N extends TemplateName>(
  template: N,
  props: TemplateProps[N],
  brand: MailBrand,
): Promise<{ html: string; text: string }> {
  const { renderTemplate } = await loadTemplates();
  return renderTemplate(template, props, brand);
}
