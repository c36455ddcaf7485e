import { z } from "zod";
import { call } from "./call.ts";
import { acknowledged, envelope, recordVersion } from "./fields.ts";
import { isIconImage } from "./icons.ts";

/** The sections of the site's content, named as in their own paths. */
export const sectionNames = [
  "banner-section",
  "about-section",
  "footer-section",
  "contact-page",
  "terms",
  "privacy",
  "refund-policy",
  "features-section",
  "testimonials",
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Topic of the event that a section was changed; its data is `{ section }`. */
export const contentTopic = "content";

/** What every section carries besides its own fields. */
export const sectionStamp = {
  /** To be sent back with a PUT; a stale one is refused with 409 and the current data. */
  version: recordVersion,
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** How an inactive section reaches everyone but admins. */
export const inactiveSection = z.strictObject({ isActive: z.literal(false) });

/**
 * A text field of a class of the bundled icon set ("icon-mail", see icons.ts) or the address of an image.
 * Other class names are kept, since older content may hold them, and show the set's plain icon.
 */
export function isIcon(icon: string): boolean {
  return icon === "" || isIconImage(icon) || /^[a-z][\w -]*$/i.test(icon);
}

const sectionParams = z.object({ part: z.string().max(200) });

export const savedVersion = z.object({
  version: z.number().int(),
  createdAt: z.string(),
  /** Name of the admin who saved it; null for the shop itself and for erased accounts. */
  savedBy: z.string().nullable(),
  data: z.unknown(),
});
export type SavedVersion = z.output<typeof savedVersion>;

export const listContentVersions = call({
  method: "GET",
  path: "/api/content/{part}/versions",
  access: "admin",
  summary: "The last 50 saved states of a part, newest first.",
  params: sectionParams,
  answer: envelope(z.array(savedVersion)),
  errors: ["NOT_FOUND"],
});

export const restoreContentVersion = call({
  method: "POST",
  path: "/api/content/{part}/versions/{version}/restore",
  access: "admin",
  proof: "session",
  summary: "Saves a former state of a part as its newest one, unless a picture of it was deleted since.",
  params: sectionParams.extend({ version: z.string().max(20) }),
  answer: acknowledged,
  errors: ["NOT_FOUND", "CONFLICT"],
});

/**
 * The calls of a section that exists once. Everyone reads it; admins change it, bring back the shop's own state, and
 * bring back what stood before that. `noun`: "the banner" without its article, as the summaries say it.
 */
export function sectionCalls<
  const P extends string,
  R extends z.ZodType,
  V extends z.ZodType,
  S extends z.ZodRawShape,
>(path: P, section: { noun: string; summary: string; record: R; publicAnswer: V; changes: z.ZodObject<S> }) {
  const { noun, summary, record, publicAnswer, changes } = section;
  return {
    get: call({
      method: "GET",
      path,
      access: "visitor",
      tellsAdminsMore: true,
      summary,
      answer: envelope(publicAnswer),
      errors: [],
    }),
    update: call({
      method: "PUT",
      path,
      access: "admin",
      proof: "session",
      summary: `Changes the ${noun}; what is absent stays.`,
      body: changes.extend({ version: recordVersion.optional() }),
      answer: envelope(record),
      errors: ["INVALID_INPUT", "STALE_VERSION"],
    }),
    reset: call({
      method: "POST",
      path: `${path}/reset`,
      access: "admin",
      proof: "session",
      summary: `Brings back the shop's own ${noun}, active.`,
      answer: envelope(record),
      errors: [],
    }),
    restore: call({
      method: "POST",
      path: `${path}/restore`,
      access: "admin",
      proof: "session",
      summary: "Brings back the state before the last reset.",
      answer: envelope(record),
      errors: ["CONFLICT"],
    }),
  };
}

/** The calls that show and hide a section as a whole. */
export function activationCalls<const P extends string, R extends z.ZodType>(
  path: P,
  { noun, pronoun, record }: { noun: string; pronoun: "it is" | "they are"; record: R },
) {
  return {
    toggle: call({
      method: "PATCH",
      path: `${path}/toggle`,
      access: "admin",
      proof: "session",
      summary: `Shows the ${noun} where ${pronoun} hidden, and the other way round.`,
      answer: envelope(record),
      errors: [],
    }),
    deactivate: call({
      method: "DELETE",
      path,
      access: "admin",
      proof: "session",
      summary: `Hides the ${noun}. Nothing is deleted.`,
      answer: envelope(record),
      errors: [],
    }),
  };
}
