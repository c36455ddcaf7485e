import { z } from "zod";
import { inactiveSection, sectionCalls, sectionStamp } from "./content-sections.ts";
import { iconText } from "./features.ts";
import { lineText, longText, urlText } from "./fields.ts";

const contactPath = "/api/contact-page";

const contactItem = z.object({
  icon: iconText.default(""),
  type: z.enum(["phone", "email"], "The type is phone or email"),
  value: lineText.min(1, "A value is required"),
  label: lineText.default(""),
});
export type ContactItem = z.output<typeof contactItem>;

export const contactPageForm = z.object({
  title: lineText.min(1, "Title is required"),
  subtitle: lineText,
  description: longText,
  imageUrl: urlText,
  imageAlt: lineText,
  isActive: z.boolean(),
  contactInfo: z.array(contactItem).max(50, "Please use at most 50 items."),
});
export type ContactPageForm = z.output<typeof contactPageForm>;

export const contactPageRecord = contactPageForm.extend(sectionStamp);
export type ContactPageRecord = z.output<typeof contactPageRecord>;

export const {
  get: getContactPage,
  update: updateContactPage,
  reset: resetContactPage,
  restore: restoreContactPage,
} = sectionCalls(contactPath, {
  noun: "contact section",
  summary: "The contact section; only `isActive: false` for non-admins while it is inactive.",
  record: contactPageRecord,
  publicAnswer: z.union([contactPageRecord, inactiveSection]),
  changes: contactPageForm.partial(),
});
