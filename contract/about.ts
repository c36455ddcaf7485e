import { z } from "zod";
import { activationCalls, inactiveSection, sectionCalls, sectionStamp } from "./content-sections.ts";
import { lineText, longText, urlText } from "./fields.ts";

const aboutPath = "/api/about-section";

const image = z.object({ url: urlText, alt: lineText.default("") });

const aboutSectionForm = z.object({
  isActive: z.boolean(),
  /** Blank slots are dropped when they are saved. */
  images: z
    .array(image)
    .max(20, "Please use at most 20 images.")
    .transform((images) => images.filter(({ url }) => url !== "")),
  subtitle: lineText,
  title: lineText.min(1, "Section titles are required"),
  description: longText.min(1, "Description is required"),
  features: z
    .array(z.object({ text: lineText.min(1, "Feature text is required") }))
    .min(1, "At least one feature is required")
    .max(50, "Please use at most 50 features."),
  buttonText: lineText,
  buttonLink: urlText,
});

export const aboutForm = z.object({
  isActive: z.boolean(),
  section1: aboutSectionForm,
  section2: aboutSectionForm,
});
export type AboutForm = z.output<typeof aboutForm>;

export const aboutRecord = aboutForm.extend(sectionStamp);
export type AboutRecord = z.output<typeof aboutRecord>;

const publicAboutSection = z.union([aboutSectionForm, inactiveSection]);

export const {
  get: getAbout,
  update: updateAbout,
  reset: resetAbout,
  restore: restoreAbout,
} = sectionCalls(aboutPath, {
  noun: "sections",
  summary:
    "The two sections; an inactive one is only `isActive: false` for non-admins, as is an inactive part.",
  record: aboutRecord,
  publicAnswer: z.union([
    z.object({
      ...sectionStamp,
      isActive: z.boolean(),
      section1: publicAboutSection,
      section2: publicAboutSection,
    }),
    inactiveSection,
  ]),
  changes: z.object({
    isActive: z.boolean().optional(),
    section1: aboutSectionForm.partial().optional(),
    section2: aboutSectionForm.partial().optional(),
  }),
});

export const { toggle: toggleAbout, deactivate: deactivateAbout } = activationCalls(aboutPath, {
  noun: "sections",
  pronoun: "they are",
  record: aboutRecord,
});
