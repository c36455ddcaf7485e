import { z } from "zod";

/** In pixels; every picture that is kept has these small versions as WebP, unless it is smaller itself. */
export const previewWidths = [320, 640] as const;
export type PreviewWidth = (typeof previewWidths)[number];

/** `?width=` of a picture's address. */
export const previewWidth = z
  .enum(
    previewWidths.map(String) as ["320", "640"],
    `Please choose a width of ${previewWidths.join(" or ")}.`,
  )
  .transform((width) => Number(width) as PreviewWidth);
