import { expect, test } from "vitest";
import { renderMail } from "#server/features/mail/queue-mail.ts";
import type { TemplateName, TemplateProps } from "#server/features/mail/templates/render-template.tsx";

const brand = { shopName: "Thumbsmith", appUrl: "https://shop.example" };
const url = "https://shop.example/there?a=1&b=2";

const samples: { [N in TemplateName]: TemplateProps[N] } = {
  "payment-received": {
    customerName: "Ada",
    packageName: "Studio",
    orderId: "AB12CD34",
    total: "$19.00 USD",
    isFree: false,
    credits: 120,
    settled: 20,
    membershipUntil: "01/02/2027",
    ordersUrl: url,
  },
  "membership-ending": { customerName: "Ada", endsOn: "01/02/2027", renewUrl: url },
  "ticket-answered": {
    customerName: "Ada",
    subject: "Refund",
    message: "First line\nSecond line",
    files: 1,
    ticketUrl: url,
  },
  "contact-answered": {
    customerName: "Ada",
    subject: "Question",
    message: "An answer",
    files: 2,
    replyUrl: url,
  },
  "support-notice": {
    from: "Ada",
    subject: "Help",
    message: "It broke",
    files: 0,
    isNew: true,
    ticketUrl: url,
  },
  "password-changed": { customerName: "Ada", resetUrl: url, ended: "With it ended a passkey." },
  "reset-password": { resetUrl: url },
  "admin-message": { subject: "News", html: `<p>Read <a href="${url.replace("&", "&amp;")}">this</a></p>` },
  plain: { title: "A title", paragraphs: ["One", "Two"], button: { label: "Go", url } },
};

test.each(Object.keys(samples) as TemplateName[])(
  "%s has an HTML and a text part, both with its link",
  async (name) => {
    const { html, text } = await renderMail(name, samples[name] as never, brand);
    expect(html).toMatch(/^<!DOCTYPE html/);
    expect(html).toContain('href="https://shop.example/there?a=1&amp;b=2"');
    expect(text).toContain(url);
    expect(text).not.toMatch(/<[a-z]/i);
    // What "write to us" means, for who cannot sign in either.
    expect(html).toContain('href="https://shop.example/contact"');
    expect(text).toContain("Write to us https://shop.example/contact");
  },
);

test.each(["ticket-answered", "contact-answered", "support-notice"] as const)(
  "%s says where an answer goes, as its subject invites to reply by mail",
  async (name) => {
    const { text } = await renderMail(name, samples[name] as never, brand);
    expect(text.replace(/\s+/g, " ")).toContain("a reply to this mail does not reach the conversation");
  },
);

test("an inbox shows behind the subject what a mail tells, and not its title once more", async () => {
  const previewOf = (html: string) =>
    /data-skip-in-text="true"[^>]*>([^<\u200c\u00a0]*)/.exec(html)?.[1]?.trim();
  const paragraphs = ["Hello Ada,", "the key CI was made.", "If not, revoke it."];
  const { html } = await renderMail("plain", { title: "A new key", paragraphs }, brand);
  expect(previewOf(html)).toBe("the key CI was made.");
  for (const name of Object.keys(samples) as TemplateName[]) {
    const { html } = await renderMail(name, samples[name] as never, brand);
    const title = /<h1[^>]*>([^<]*)/.exec(html)?.[1];
    if (name !== "admin-message") expect(previewOf(html), name).not.toBe(title);
  }
});

test("what a person wrote is text in a mail, never markup", async () => {
  const message = `<script>alert(1)</script><a href="https://evil.example">x</a>`;
  const { html, text } = await renderMail(
    "ticket-answered",
    { customerName: "<b>Ada</b>", subject: "<i>S</i>", message, files: 0, ticketUrl: url },
    brand,
  );
  expect(html).not.toMatch(/<script|<b>Ada|<i>S|href="https:\/\/evil/);
  expect(text).toContain(message);
});

test("a name from right to left turns nothing of the sentence it stands in", async () => {
  const answered = {
    ...samples["ticket-answered"],
    customerName: "דוד",
    subject: "שאלה 12",
    message: "שלום!",
  };
  const { html, text } = await renderMail("ticket-answered", answered, brand);
  expect(text).toContain("Hello \u2068דוד\u2069,");
  expect(text).toContain("your ticket “\u2068שאלה 12\u2069”:");
  expect(html).toMatch(/<p dir="auto"[^>]*>שלום!</);
  const goods = { title: "ערכה 12", paragraphs: ["Hello,", "פתחו את הקישור (1)."] };
  const { html: access } = await renderMail("plain", goods, brand);
  expect(access).toMatch(/<h1 dir="auto"[^>]*>ערכה 12</);
  expect(access).toMatch(/<p dir="auto"[^>]*>פתחו את הקישור/);
  const letter = await renderMail("admin-message", { subject: "ערכה", html: "<p>שלום!</p>" }, brand);
  expect(letter.html).toMatch(/<div dir="auto"[^>]*><p>שלום!</);
  const { text: plain } = await renderMail("ticket-answered", samples["ticket-answered"], brand);
  expect(plain).not.toMatch(/[\u2066-\u2069]/);
});

test("files that go along are told of, and stay in the shop", async () => {
  const told = async (files: number) =>
    (await renderMail("contact-answered", { ...samples["contact-answered"], files }, brand)).text;
  expect(await told(0)).not.toContain("attached");
  expect(await told(1)).toContain("1 file is attached.");
  expect(await told(3)).toContain("3 files are attached.");
});

test("the layout takes texts of other features", async () => {
  const { html, text } = await renderMail(
    "plain",
    { title: "Hello", paragraphs: ["A & B"], button: { label: "Go", url: "https://shop.example/go" } },
    brand,
  );
  expect(html).toContain("A &amp; B");
  expect(text).toContain("A & B");
  expect(text).toContain("https://shop.example/go");
});

test("the lines of a text stay lines in both parts of a mail", async () => {
  const guidelines = "1. Open the link\n2. Sign in\n\nThen write to us.";
  const props = { title: "Item access", paragraphs: [guidelines] };
  const { html, text } = await renderMail("plain", props, brand);
  expect(text).toContain(guidelines);
  expect(html.replace(/<br\s*\/?>/g, "\n").replace(/<!-- -->/g, "")).toContain(guidelines);
});
