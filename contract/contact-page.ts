import { z } from "zod";
import { call } from "./call.ts";
import { inactivePart, partStamp, partVersion, restoreCall } from "./content-sections.ts";
import { iconText } from "./features.ts";
import { envelope, lineText, longText, urlText } from "./fields.ts";

const contactPath = "/api/contact-page";

export const contactItem = z.object({
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

export const contactPageRecord = contactPageForm.extend(partStamp);
export type ContactPageRecord = z.output<typeof contactPageRecord>;

export const getContactPage = call({
  method: "GET",
  path: contactPath,
  access: "visitor",
  summary: "The contact section; only `isActive: false` for non-admins while it is inactive.",
  answer: envelope(z.union([contactPageRecord, inactivePart])),
  errors: [],
});

export const updateContactPage = call({
  method: "PUT",
  path: contactPath,
  access: "admin",
  summary: "Changes the contact section; what is absent stays.",
  body: contactPageForm.partial().extend({ version: partVersion.optional() }),
  answer: envelope(contactPageRecord),
  errors: ["INVALID_INPUT", "STALE_VERSION"],
});

export const resetContactPage = call({
  method: "POST",
  path: `${contactPath}/reset`,
  access: "admin",
  summary: "Brings back the shop's own contact section, active.",
  answer: envelope(contactPageRecord),
  errors: [],
});

export const restoreContactPage = restoreCall(contactPath, contactPageRecord);
