import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from "@react-email/components";
import { Fragment, type ReactNode } from "react";

/** Whose mail it is: the shop's name from its settings and its public address. */
export interface MailBrand {
  shopName: string;
  appUrl: string;
}

const ink = "#101b1a";
const quiet = "#5c6968";
const line = "#d1d9d9";
const ember = "#b8380b";
const sans = "'Instrument Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif";

export const paragraphStyle = {
  color: ink,
  fontSize: "16px",
  lineHeight: "1.6",
  margin: "0 0 16px",
} as const;
const footLink = { color: quiet, textDecoration: "underline" } as const;
export const quietStyle = { ...paragraphStyle, color: quiet, fontSize: "14px" } as const;

interface LayoutProps {
  brand: MailBrand;
  title: string;
  /** The line that inboxes show after the subject. */
  preview?: string | undefined;
  button?: { label: string; url: string } | undefined;
  children: ReactNode;
}

/** What all mails of the shop look like: name, title, content, one button, where it came from. */
export function Layout({ brand, title, preview, button, children }: LayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
      </Head>
      <Preview>{preview ?? title}</Preview>
      <Body style={{ backgroundColor: "#f0f5f4", fontFamily: sans, margin: 0, padding: "24px 12px" }}>
        <Container style={{ maxWidth: "560px", margin: "0 auto" }}>
          <Text style={{ color: ink, fontSize: "18px", fontWeight: 700, margin: "0 0 12px" }}>
            <Link href={brand.appUrl} style={{ color: ink, textDecoration: "none" }}>
              {brand.shopName}
            </Link>
          </Text>
          <Section
            style={{
              backgroundColor: "#ffffff",
              border: `1px solid ${line}`,
              borderTop: `4px solid ${ember}`,
              borderRadius: "6px",
              padding: "28px 24px 12px",
            }}
          >
            <Heading
              as="h1"
              dir="auto"
              style={{ color: ink, fontSize: "22px", lineHeight: "1.3", margin: "0 0 16px" }}
            >
              {title}
            </Heading>
            {children}
            {button ? (
              <Section style={{ margin: "8px 0 20px" }}>
                <Button
                  href={button.url}
                  style={{
                    backgroundColor: ember,
                    borderRadius: "6px",
                    color: "#ffffff",
                    fontSize: "16px",
                    fontWeight: 600,
                    padding: "12px 20px",
                    textDecoration: "none",
                  }}
                >
                  {button.label}
                </Button>
              </Section>
            ) : null}
          </Section>
          <Hr style={{ border: "none", margin: "12px 0 0" }} />
          <Text style={{ color: quiet, fontSize: "13px", lineHeight: "1.5", margin: 0 }}>
            Sent by {brand.shopName},{" "}
            <Link href={brand.appUrl} style={footLink}>
              {hostOf(brand.appUrl)}
            </Link>
            <br />
            <Link href={`${brand.appUrl}/contact`} style={footLink}>
              Write to us
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** Lines are parted by markup, as the text part is made of that and knows no style. */
export function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered.
    <Text key={index} dir="auto" style={paragraphStyle}>
      {text.split("\n").map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered.
        <Fragment key={at}>
          {at > 0 && <br />}
          {row}
        </Fragment>
      ))}
    </Text>
  ));
}

/** What somebody wrote, set off from the shop's own words. Line breaks stay. */
export function Quote({ text }: { text: string }) {
  return (
    <Section style={{ borderLeft: `3px solid ${line}`, margin: "0 0 20px", paddingLeft: "16px" }}>
      {text.split("\n").map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered.
        <Text key={index} dir="auto" style={{ ...paragraphStyle, margin: "0 0 6px" }}>
          {row || "\u00a0"}
        </Text>
      ))}
    </Section>
  );
}

/** Name and value, one pair a line. */
export function DescriptionList({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <Section style={{ borderTop: `1px solid ${line}`, margin: "0 0 20px" }}>
      {rows.map(([name, value]) => (
        <Text
          key={name}
          style={{ ...paragraphStyle, borderBottom: `1px solid ${line}`, margin: 0, padding: "8px 0" }}
        >
          <span style={{ color: quiet }}>{name}: </span>
          <strong dir="auto">{value}</strong>
        </Text>
      ))}
    </Section>
  );
}

function hostOf(url: string): string {
  return new URL(url).host;
}
