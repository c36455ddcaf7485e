import { z } from "zod";
import { designName, oneOf } from "./design-fields.ts";

import { consentMissing, referenceKinds } from "./reference-kinds.ts";
export const referenceName = designName("name");
export const referenceKind = oneOf("kind", referenceKinds);

/** What comes along with the file, as a form's fields. */
export const referenceFields = z
  .strictObject({ name: referenceName, kind: referenceKind, consent: z.string().optional() })
  .refine((sent) => sent.kind !== "face" || sent.consent === "true", {
    path: ["consent"],
    message: consentMissing,
  });
