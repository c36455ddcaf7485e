import { z } from "zod";
import { emailText, lineText, longText, nameText, plainText, urlText, videoUrlText } from "./fields.ts";

const link = z.object({
  text: lineText.min(1, "Link text is required"),
  url: urlText,
  isActive: z.boolean().default(true),
});
const links = z.array(link).max(50, "Please use at most 50 links.");

export const footerTop = z.object({
  videoUrl: videoUrlText,
  imageUrl: urlText,
  imageAlt: lineText,
  tooltipText: lineText,
  logoText: lineText,
  description: longText,
  socialLinks: z
    .array(
      z.object({
        platform: nameText.min(1, "Platform is required"),
        url: urlText,
        isActive: z.boolean().default(true),
      }),
    )
    .max(50, "Please use at most 50 links."),
});

export const footerContact = z.object({
  address: lineText,
  email: z.union([z.literal(""), emailText], "Please enter a valid email address."),
  phone: plainText.max(50, "Please use at most 50 characters."),
});

export const footerMiddle = z.object({
  logoUrl: urlText,
  /** The logo on dark grounds; blank: the one above stands there as well. */
  darkLogoUrl: urlText,
  description: longText,
  quickLinks: links,
  contactInfo: footerContact,
});

export const footerBottom = z.object({ copyrightText: lineText, legalLinks: links });

export const footerForm = z.object({
  isActive: z.boolean(),
  topSection: footerTop,
  middleSection: footerMiddle,
  bottomSection: footerBottom,
});
export type FooterForm = z.output<typeof footerForm>;
