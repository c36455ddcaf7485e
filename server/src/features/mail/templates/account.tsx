import { greeting } from "../greeting.ts";
import { Layout, type MailBrand, Paragraphs, paragraphStyle } from "./layout.tsx";

export function PasswordChanged(props: {
  brand: MailBrand;
  customerName: string;
  resetUrl: string;
  /** What ended with the former password, and the way on; null where nothing did. */
  ended: string | null;
}) {
  const changed = "the password of your account was changed just now.";
  return (
    <Layout
      brand={props.brand}
      title="Your password was changed"
      preview="If it was not you, set a new password at once."
      button={{ label: "Reset password", url: props.resetUrl }}
    >
      <Paragraphs
        texts={[
          greeting(props.customerName),
          ...(props.ended ? [changed, props.ended] : [`${changed} If it was you, there is nothing to do.`]),
          "If it was not you, set a new password at once; that signs out everyone else.",
        ]}
      />
    </Layout>
  );
}

export function ResetPassword(props: { brand: MailBrand; resetUrl: string }) {
  return (
    <Layout
      brand={props.brand}
      title="Set a new password"
      preview="The link works once, for one hour."
      button={{ label: "Reset password", url: props.resetUrl }}
    >
      <Paragraphs
        texts={[
          "Someone asked to reset the password of your account. The link below works once, for one hour.",
          "If you did not ask for it, ignore this mail; your password stays as it is.",
        ]}
      />
    </Layout>
  );
}

/** What an admin wrote to one person. `html` must be sanitised already. */
export function AdminMessage(props: { brand: MailBrand; subject: string; html: string }) {
  return (
    <Layout brand={props.brand} title={props.subject}>
      <div
        dir="auto"
        style={paragraphStyle}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the caller has sanitised it (sanitize-message.ts).
        dangerouslySetInnerHTML={{ __html: props.html }}
      />
    </Layout>
  );
}
