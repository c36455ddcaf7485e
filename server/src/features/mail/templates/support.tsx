import { Text } from "@react-email/components";
import type { ReactNode } from "react";
import { startOf } from "#contract/plain-text.ts";
import { greeting, isolated } from "../greeting.ts";
import { Layout, type MailBrand, Paragraphs, Quote, quietStyle } from "./layout.tsx";

interface MessageProps {
  brand: MailBrand;
  subject: string;
  message: string;
  /** How many go along with the message; they stay in the shop. */
  files: number;
}

export function TicketAnswered(props: MessageProps & { customerName: string; ticketUrl: string }) {
  return (
    <Layout
      brand={props.brand}
      title="Your support ticket was answered"
      preview={startOf(props.message, 120)}
      button={{ label: "Open the conversation", url: props.ticketUrl }}
    >
      <Paragraphs
        texts={[
          greeting(props.customerName),
          `there is an answer to your ticket “${isolated(props.subject)}”:`,
        ]}
      />
      <Quote text={props.message} />
      <Files count={props.files} />
      <HowToAnswer />
    </Layout>
  );
}

export function ContactAnswered(props: MessageProps & { customerName: string; replyUrl: string }) {
  return (
    <Layout
      brand={props.brand}
      title="We answered your message"
      preview={startOf(props.message, 120)}
      button={{ label: "Reply", url: props.replyUrl }}
    >
      <Paragraphs
        texts={[
          greeting(props.customerName),
          `you wrote to us about “${isolated(props.subject)}”. Our answer:`,
        ]}
      />
      <Quote text={props.message} />
      <Files count={props.files} />
      <HowToAnswer>
        {" "}
        The button opens it without an account. Whoever has the link can read and answer, so please do not
        pass it on. It works for 30 days.
      </HowToAnswer>
    </Layout>
  );
}

export function SupportNotice(props: MessageProps & { from: string; isNew: boolean; ticketUrl: string }) {
  return (
    <Layout
      brand={props.brand}
      title={props.isNew ? "New support message" : "New reply in a support ticket"}
      preview={`${isolated(props.from)}: ${isolated(props.subject)}`}
      button={{ label: "Open the ticket", url: props.ticketUrl }}
    >
      <Paragraphs texts={[`${isolated(props.from)} wrote about “${isolated(props.subject)}”:`]} />
      <Quote text={props.message} />
      <Files count={props.files} />
      <HowToAnswer />
    </Layout>
  );
}

/** The subject invites to reply by mail. */
function HowToAnswer({ children }: { children?: ReactNode }) {
  return (
    <Text style={quietStyle}>
      Please answer by the button: a reply to this mail does not reach the conversation.{children}
    </Text>
  );
}

function Files({ count }: { count: number }) {
  if (count === 0) return null;
  const what = count === 1 ? "1 file is attached" : `${count} files are attached`;
  return (
    <Text style={quietStyle}>
      {what}. The button below opens the conversation that shows {count === 1 ? "it" : "them"}.
    </Text>
  );
}
