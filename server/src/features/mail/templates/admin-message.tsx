import { Layout, paragraphStyle } from "./layout.tsx";
import type { MailBrand, TemplateProps } from "./templates.ts";

export function AdminMessage(props: TemplateProps["admin-message"] & { brand: MailBrand }) {
  return (
    <Layout brand={props.brand} title={props.subject}>
      <div
        style={paragraphStyle}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the caller has sanitised it (sanitize-message.ts).
        dangerouslySetInnerHTML={{ __html: props.html }}
      />
    </Layout>
  );
}
