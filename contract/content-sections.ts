import { z } from "zod";
import { call } from "./call.ts";
import { acknowledged, envelope } from "./fields.ts";
import { isIconImage } from "./icons.ts";

/** The parts of the site's content, named as in their own paths. */
export const contentPartNames = [
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
export type ContentPartName = (typeof contentPartNames)[number];

/** Channel of the news that a part was changed; its data is `{ part }`. */
export const contentTopic = "content";

export const partVersion = z.number().int().min(0);

/** What every part carries besides its own fields. */
export const partStamp = {
  /** To be sent back with a PUT; a stale one is refused with 409 and the current data. */
  version: partVersion,
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** How an inactive part reaches everyone but admins. */
export const inactivePart = z.strictObject({ isActive: z.literal(false) });

/**
 * A text field of a class of the bundled icon set ("icon-mail", see icons.ts) or the address of an image.
 * Other class names are kept, since older content may hold them, and show the set's plain icon.
 */
export function isIcon(icon: string): boolean {
  return icon === "" || isIconImage(icon) || /^[a-z][\w -]*$/i.test(icon);
}

const partParams = z.object({ part: z.string().max(200) });

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
  params: partParams,
  answer: envelope(z.array(savedVersion)),
  errors: ["NOT_FOUND"],
});

export const restoreContentVersion = call({
  method: "POST",
  path: "/api/content/{part}/versions/{version}/restore",
  access: "admin",
  summary: "Saves a former state of a part as its newest one.",
  params: partParams.extend({ version: z.string().max(20) }),
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});

/** Brings back the state before the last reset. One call for each part that has a reset. */
export function restoreCall<const P extends string, R extends z.ZodType>(path: P, record: R) {
  return call({
    method: "POST",
    path: `${path}/restore`,
    access: "admin",
    summary: "Brings back the state before the last reset.",
    answer: envelope(record),
    errors: ["CONFLICT"],
  });
}
