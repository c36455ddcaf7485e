import { z } from "zod";
import { call } from "./call.ts";
import { envelope, flagText, listQuery } from "./fields.ts";
import { varyChoices } from "./generation-options.ts";
import { generation, nicheValue, styleValue } from "./generations.ts";
import { listedDesign } from "./listed-design.ts";

/** So many steps back a lineage is told. */
export const longestLineage = 12;

/**
 * A picture of a run, or a design, on the way to what an entry shows. One that was deleted keeps its place, without an id
 * or anything to see.
 */
export const lineageStep = z.object({
  /** How it came about: a new run, a change, a variation or a free retake of the step before, or a design on it. */
  kind: z.enum(["new", "change", "variation", "retake", "design"]),
  /** The run's or the design's. */
  id: z.string().optional(),
  title: z.string().optional(),
  instruction: z.string().optional(),
  vary: z.enum(varyChoices).optional(),
  /** A small WebP, as the preview of an image. */
  previewUrl: z.string().optional(),
});
export type LineageStep = z.output<typeof lineageStep>;

const entry = {
  id: z.string(),
  /** What it was made from, the oldest first; nothing for a new run and for a design on a plain colour. */
  lineage: z.array(lineageStep),
};

/** An entry names its kind, and holds the thing under that name. */
export const galleryEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("run"), ...entry, run: generation }),
  z.object({ kind: z.literal("design"), ...entry, design: listedDesign }),
]);
export type GalleryEntry = z.output<typeof galleryEntry>;

export const listGallery = call({
  method: "GET",
  path: "/api/gallery",
  access: "member",
  scope: "gallery:read",
  summary:
    "What the own runs made or are making, and the own designs, newest first; `q` looks in titles and names. A design has the niche and style of the run that its art is from; only a run has a kept picture. By updatedAt a design is where it was changed last.",
  query: listQuery(["createdAt", "updatedAt"], {
    kind: z.enum(["run", "design"], "Please choose run or design.").optional(),
    favourite: flagText.optional(),
    kept: flagText.optional(),
    niche: nicheValue.optional(),
    style: styleValue.optional(),
  }),
  answer: envelope(z.array(galleryEntry)),
  errors: ["INVALID_INPUT"],
});
