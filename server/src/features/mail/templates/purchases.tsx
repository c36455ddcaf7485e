import { greeting, isolated } from "../greeting.ts";
import { DescriptionList, Layout, type MailBrand, Paragraphs } from "./layout.tsx";

export function PaymentReceived(props: {
  brand: MailBrand;
  customerName: string;
  packageName: string;
  orderId: string;
  /** Its code and what it gave, where the order was made with one. */
  coupon?: string | undefined;
  total: string;
  /** The coupon left nothing to pay. */
  isFree: boolean;
  credits: number;
  /** Of them, what a debt took. */
  settled: number;
  /** dd/mm/yyyy, where the purchase brings a membership that ends. */
  membershipUntil?: string | undefined;
  ordersUrl: string;
}) {
  const facts: [string, string][] = [
    ["Order", props.orderId],
    ["Product", props.packageName],
  ];
  if (props.coupon) facts.push(["Coupon", props.coupon]);
  facts.push(["Total", props.total]);
  if (props.credits > 0) facts.push(["Credits added", String(props.credits)]);
  if (props.settled > 0) facts.push(["Of them settled what was owed", String(props.settled)]);
  if (props.membershipUntil) facts.push(["Membership until", props.membershipUntil]);
  const thanks = props.isFree
    ? "thank you for your order. Your coupon left nothing to pay, and it is complete."
    : "thank you for your order. It is paid and complete.";
  return (
    <Layout
      brand={props.brand}
      title={props.isFree ? "Your order is complete" : "We received your payment"}
      preview={`${isolated(props.packageName)}: ${props.total}`}
      button={{ label: "See your orders", url: props.ordersUrl }}
    >
      <Paragraphs texts={[greeting(props.customerName), thanks]} />
      <DescriptionList rows={facts} />
    </Layout>
  );
}

export function MembershipEnding(props: {
  brand: MailBrand;
  customerName: string;
  endsOn: string;
  renewUrl: string;
}) {
  return (
    <Layout
      brand={props.brand}
      title="Your membership is about to end"
      preview={`It runs until ${props.endsOn}.`}
      button={{ label: "Renew membership", url: props.renewUrl }}
    >
      <Paragraphs
        texts={[
          greeting(props.customerName),
          `your membership runs until ${props.endsOn}. When you renew before that day, the new time is added to its end and no day is lost.`,
          "Your credits stay yours either way; they do not lapse.",
        ]}
      />
    </Layout>
  );
}
