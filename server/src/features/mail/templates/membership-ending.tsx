import { Layout, Paragraphs } from "./layout.tsx";
import type { MailBrand, TemplateProps } from "./templates.ts";

export function MembershipEnding(props: TemplateProps["membership-ending"] & { brand: MailBrand }) {
  return (
    <Layout
      brand={props.brand}
      title="Your membership is about to end"
      preview={`It runs until ${props.endsOn}.`}
      button={{ label: "Renew membership", url: props.renewUrl }}
    >
      <Paragraphs
        texts={[
          `Hello ${props.customerName},`,
          `your membership runs until ${props.endsOn}. When you renew before that day, the new time is added to its end and no day is lost.`,
          "Your credits stay yours either way; they do not lapse.",
        ]}
      />
    </Layout>
  );
}
