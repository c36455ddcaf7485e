import { privacyHtml } from "#server/db/seed/content/privacy.ts";
import { refundPolicyHtml } from "#server/db/seed/content/refund-policy.ts";
import { termsHtml } from "#server/db/seed/content/terms.ts";

export type DefaultPage = {
  slug: "terms" | "privacy" | "refund-policy";
  title: string;
  /** Simple HTML without a main heading: the title is the heading. */
  body: string;
};

export const defaultPages: DefaultPage[] = [
  { slug: "terms", title: "Terms of use", body: termsHtml },
  { slug: "privacy", title: "Privacy", body: privacyHtml },
  { slug: "refund-policy", title: "Refund policy", body: refundPolicyHtml },
];
