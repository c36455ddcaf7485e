import { z } from "zod";
import { designName, oneOf } from "./design-fields.ts";

/** What a picture is to the model: somebody to recognise, a thing to show as it is, a mark to place, a manner to follow. */
export const referenceKinds = ["face", "product", "logo", "style"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export const consentSentence = "I may use this person's face.";
export const consentMissing = `Please confirm for a face: “${consentSentence}”`;

export const referenceName = designName("name");
export const referenceKind = oneOf("kind", referenceKinds);

/** What comes along with the file, as a form's fields. */
export const referenceFields = z
  .object({ name: referenceName, kind: referenceKind, consent: z.string().optional() })
  .refine((sent) => sent.kind !== "face" || sent.consent === "true", {
    path: ["consent"],
    message: consentMissing,
  });
