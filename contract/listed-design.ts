import { z } from "zod";
import { recordVersion } from "./fields.ts";

/** A design as a list tells it, without its document: whoever only lists designs needs not know what one may be. */
export const listedDesign = z.object({
  id: z.string(),
  name: z.string(),
  /** Of its document; each save makes the next one. */
  version: recordVersion,
  favourite: z.boolean(),
  /** The run and the image of it that the art is, where it is one; without the run where that was deleted. */
  runId: z.string().optional(),
  pictureId: z.string().optional(),
  /** Of this version; without the number the address means the present one. */
  imageUrl: z.string(),
  /** A small WebP, `?width=` 320 or 640; without it 640. */
  previewUrl: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ListedDesign = z.output<typeof listedDesign>;
