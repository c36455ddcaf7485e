/** What a picture is to the model: somebody to recognise, a thing to show as it is, a mark to place, a manner to follow. */
export const referenceKinds = ["face", "product", "logo", "style"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export const consentSentence = "I may use this person's face.";
export const consentMissing = `Please confirm for a face: “${consentSentence}”`;
