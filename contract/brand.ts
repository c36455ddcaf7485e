import { z } from "zod";
import { call } from "./call.ts";
import { colour, flag, says } from "./design-fields.ts";
import { envelope, recordVersion } from "./fields.ts";

export const mostBrandFonts = 3;
export const mostBrandColours = 6;

const once = (list: readonly string[]) => new Set(list).size === list.length;

/** What a member's thumbnails have in common. */
const brandForm = z.strictObject({
  /** Families of `GET /api/fonts`, the one that is used most first. */
  fonts: z
    .array(z.string(says("A font must be a family's name.")).max(100), says("fonts must be a list of fonts."))
    .max(mostBrandFonts, `A brand has at most ${mostBrandFonts} fonts.`)
    .refine(once, "Please choose each font once."),
  colours: z
    .array(colour("A brand's colour").toLowerCase(), says("colours must be a list of colours."))
    .max(mostBrandColours, `A brand has at most ${mostBrandColours} colours.`)
    .refine(once, "Please choose each colour once."),
  /** One of the own references; null for none. */
  logoReferenceId: z.string(says("logoReferenceId must be an id.")).max(200).nullable(),
  /** How new words look; null leaves it to the style. */
  textPreset: z.string(says("textPreset must be a preset's name.")).max(100).nullable(),
  /** Whether a run uses the brand where it doesn't say. */
  useInRuns: flag("useInRuns"),
});

/** `version` is 0 as long as nothing was saved. */
export const brand = brandForm.extend({ version: recordVersion });
export type Brand = z.output<typeof brand>;

export const getBrand = call({
  method: "GET",
  path: "/api/brand",
  access: "member",
  scope: "designs:read",
  summary: "The own brand; an empty one where none was saved.",
  answer: envelope(brand),
  errors: [],
});

export const saveBrand = call({
  method: "PUT",
  path: "/api/brand",
  access: "member",
  scope: "designs:write",
  summary: "Saves what is sent of the own brand; what is not sent stays.",
  body: brandForm.partial().extend({ version: recordVersion.optional() }),
  answer: envelope(brand),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});
