import { Layout, Paragraphs } from "./layout.tsx";
import type { MailBrand, TemplateProps } from "./templates.ts";

/** A title, paragraphs and at most one button, for features that write their own texts. */
export function PlainMail(props: TemplateProps["frame"] & { brand: MailBrand }) {
  return (
    <Layout brand={props.brand} title={props.title} button={props.button}>
      <Paragraphs texts={props.paragraphs} />
    </Layout>
  );
}
