import { z } from "zod";
import { sectionCalls, sectionStamp } from "./content-sections.ts";
import { footerBottom, footerContact, footerForm, footerMiddle, footerTop } from "./footer-form.ts";

const footerPath = "/api/footer-section";

export const footerRecord = footerForm.extend(sectionStamp);
export type FooterRecord = z.output<typeof footerRecord>;

/** What the header still needs of an inactive footer. */
const inactiveFooter = z.strictObject({
  isActive: z.literal(false),
  topSection: z.strictObject({ logoText: z.string() }),
  middleSection: z.strictObject({ logoUrl: z.string(), darkLogoUrl: z.string().optional() }),
});

export const {
  get: getFooter,
  update: updateFooter,
  reset: resetFooter,
  restore: restoreFooter,
} = sectionCalls(footerPath, {
  noun: "footer",
  summary: "The footer with its active links; of an inactive one, non-admins get the logo alone.",
  record: footerRecord,
  publicAnswer: z.union([footerRecord, inactiveFooter]),
  changes: z.object({
    isActive: z.boolean().optional(),
    topSection: footerTop.partial().optional(),
    middleSection: footerMiddle
      .partial()
      .extend({ contactInfo: footerContact.partial().optional() })
      .optional(),
    bottomSection: footerBottom.partial().optional(),
  }),
});
