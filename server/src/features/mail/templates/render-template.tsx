import { render, toPlainText } from "@react-email/render";
import type { ComponentType } from "react";
import { AdminMessage, PasswordChanged, ResetPassword } from "./account.tsx";
import { Layout, Paragraphs } from "./layout.tsx";
import { MembershipEnding, PaymentReceived } from "./purchases.tsx";
import { ContactAnswered, SupportNotice, TicketAnswered } from "./support.tsx";
import type { MailBrand, TemplateName, TemplateProps } from "./templates.ts";

const components: { [N in TemplateName]: ComponentType<TemplateProps[N] & { brand: MailBrand }> } = {
  "payment-received": PaymentReceived,
  "membership-ending": MembershipEnding,
  "ticket-answered": TicketAnswered,
  "contact-answered": ContactAnswered,
  "support-notice": SupportNotice,
  "password-changed": PasswordChanged,
  "reset-password": ResetPassword,
  "admin-message": AdminMessage,
  plain: PlainMail,
};

export async function renderTemplate<N extends TemplateName>(
  name: N,
  props: TemplateProps[N],
  brand: MailBrand,
): Promise<{ html: string; text: string }> {
  const Component = components[name] as unknown as ComponentType<Record<string, unknown>>;
  const html = await render(<Component {...(props as Record<string, unknown>)} brand={brand} />);
  const text = toPlainText(html, {
    wordwrap: 78,
    selectors: [
      { selector: "h1", options: { uppercase: false } },
      { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
    ],
  });
  return { html, text: `${text.trim()}\n` };
}

/** A title, paragraphs and at most one button, for features that write their own texts. */
function PlainMail(props: TemplateProps["plain"] & { brand: MailBrand }) {
  return (
    <Layout brand={props.brand} title={props.title} button={props.button}>
      <Paragraphs texts={props.paragraphs} />
    </Layout>
  );
}
