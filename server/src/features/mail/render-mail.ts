import type { MailBrand, TemplateName, TemplateProps } from "./templates/templates.ts";

export type { MailBrand, TemplateName, TemplateProps } from "./templates/templates.ts";

/**
 * A template's mail as HTML with its text part. The templates are JSX, which plain Node can't read: they are
 * loaded only here and only when a mail is made, so that commands may import whatever queues mails.
 */
export async function renderMail<N extends TemplateName>(
  template: N,
  props: TemplateProps[N],
  brand: MailBrand,
): Promise<{ html: string; text: string }> {
  const { renderTemplate } = await import("./templates/render-template.tsx");
  return renderTemplate(template, props, brand);
}
