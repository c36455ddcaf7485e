import { DescriptionList, Layout, Paragraphs } from "./layout.tsx";
import type { MailBrand, TemplateProps } from "./templates.ts";

export function PaymentReceived(props: TemplateProps["payment-received"] & { brand: MailBrand }) {
  const facts: [string, string][] = [
    ["Order", props.orderId],
    ["Product", props.packageName],
    ["Total", props.total],
  ];
  if (props.credits > 0) facts.push(["Credits added", String(props.credits)]);
  if (props.membershipUntil) facts.push(["Membership until", props.membershipUntil]);
  return (
    <Layout
      brand={props.brand}
      title="We received your payment"
      preview={`${props.packageName}: ${props.total}`}
      button={{ label: "See your orders", url: props.ordersUrl }}
    >
      <Paragraphs
        texts={[`Hello ${props.customerName},`, "thank you for your order. It is paid and complete."]}
      />
      <DescriptionList rows={facts} />
    </Layout>
  );
}
