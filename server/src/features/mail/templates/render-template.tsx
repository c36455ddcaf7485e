import { render, toPlainText } from "@react-email/render";
import type { ComponentProps, ComponentType } from "react";
import { startOf } from "#contract/plain-text.ts";
import { AdminMessage, PasswordChanged, ResetPassword } from "./account.tsx";
import { Layout, type MailBrand, Paragraphs } from "./layout.tsx";
import { MembershipEnding, PaymentReceived } from "./purchases.tsx";
import { ContactAnswered, SupportNotice, TicketAnswered } from "./support.tsx";

const components = {
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

export type TemplateName = keyof typeof components;
/** What each template needs beside the brand. Amounts and dates come formatted; addresses come whole. */
export type TemplateProps = {
  [N in TemplateName]: Omit<ComponentProps<(typeof components)[N]>, "brand">;
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
function PlainMail(props: {
  brand: MailBrand;
  title: string;
  paragraphs: readonly string[];
  button?: { label: string; url: string } | undefined;
}) {
  // A greeting ends with a comma.
  const told = props.paragraphs.find((text) => !text.endsWith(",")) ?? props.title;
  return (
    <Layout brand={props.brand} title={props.title} preview={startOf(told, 120)} button={props.button}>
      <Paragraphs texts={props.paragraphs} />
    </Layout>
  );
}
