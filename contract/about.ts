import { z } from "zod";
import { call } from "./call.ts";
import { inactivePart, partStamp, partVersion, restoreCall } from "./content-sections.ts";
import { envelope, lineText, longText, urlText } from "./fields.ts";

const aboutPath = "/api/about-section";

const image = z.object({ url: urlText, alt: lineText.default("") });

export const aboutSectionForm = z.object({
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

export const aboutRecord = aboutForm.extend(partStamp);
export type AboutRecord = z.output<typeof aboutRecord>;

const shownSection = z.union([aboutSectionForm, inactivePart]);

export const getAbout = call({
  method: "GET",
  path: aboutPath,
  access: "visitor",
  summary:
    "The two sections; an inactive one is only `isActive: false` for non-admins, as is an inactive part.",
  answer: envelope(
    z.union([
      z.object({ ...partStamp, isActive: z.boolean(), section1: shownSection, section2: shownSection }),
      inactivePart,
    ]),
  ),
  errors: [],
});

export const updateAbout = call({
  method: "PUT",
  path: aboutPath,
  access: "admin",
  summary: "Changes the sections; what is absent stays.",
  body: z.object({
    isActive: z.boolean().optional(),
    section1: aboutSectionForm.partial().optional(),
    section2: aboutSectionForm.partial().optional(),
    version: partVersion.optional(),
  }),
  answer: envelope(aboutRecord),
  errors: ["INVALID_INPUT", "STALE_VERSION"],
});

export const toggleAbout = call({
  method: "PATCH",
  path: `${aboutPath}/toggle`,
  access: "admin",
  summary: "Shows the sections where they are hidden, and the other way round.",
  answer: envelope(aboutRecord),
  errors: [],
});

export const resetAbout = call({
  method: "POST",
  path: `${aboutPath}/reset`,
  access: "admin",
  summary: "Brings back the shop's own sections, active.",
  answer: envelope(aboutRecord),
  errors: [],
});

export const deactivateAbout = call({
  method: "DELETE",
  path: aboutPath,
  access: "admin",
  summary: "Hides the sections. Nothing is deleted.",
  answer: envelope(aboutRecord),
  errors: [],
});

export const restoreAbout = restoreCall(aboutPath, aboutRecord);
