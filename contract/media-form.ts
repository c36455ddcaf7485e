import { z } from "zod";
import { lineText } from "./fields.ts";

/** The form of a picture's alternative text. */
export const mediaForm = z.strictObject({ alt: lineText });
