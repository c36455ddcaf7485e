import { z } from "zod";
import { call } from "./call.ts";
import { envelope, idParams, listQuery } from "./fields.ts";
import { previewWidth } from "./previews.ts";
import { referenceFields, referenceKind, referenceName } from "./reference-form.ts";
import { referenceKinds } from "./reference-kinds.ts";

/** What a picture comes as, and stays. */
export const pictureTypes = ["image/png", "image/jpeg", "image/webp"] as const;

/** Of one member. */
export const mostReferences = 30;
export const tooManyReferences = `You have ${mostReferences} pictures, which is the most. Please delete one that you no longer need.`;

/** Of one picture as it is sent, in bytes: 8 MB. */
export const referenceBytes = 8_388_608;
export const referenceTooLarge = "This picture is larger than 8 MB. Please choose a smaller one.";

/** Of all pictures of a member that are kept, those that only designs use among them. */
export const referenceQuotaBytes = 314_572_800;
export const referenceQuotaExceeded =
  "Your pictures, with those that you deleted and your designs still show, take up all the room there is for them (300 MB). Please delete designs that you no longer need.";

/** For so long after its deletion a picture can be brought back, in minutes. */
export const restorableReferenceMinutes = 10;

/** Said of a file that is no picture that can be taken; what phones and drawing programs save by themselves with the way out. */
export const refusedFormats = {
  heic: "This is a HEIC picture, as iPhones save them. Please save it as a JPEG and choose that.",
  svg: "This is an SVG drawing. Please save it as a PNG and choose that.",
  other: "Please choose a PNG, JPEG or WebP picture.",
};

/** One of a member's own pictures, upright and without metadata. */
export const reference = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(referenceKinds),
  width: z.number().int(),
  height: z.number().int(),
  url: z.string(),
  /** A small WebP, `?width=` 320 or 640; without it 640. */
  previewUrl: z.string(),
  createdAt: z.string(),
  /** The own designs that show it now. They go on showing it when it is deleted. */
  usedBy: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Reference = z.output<typeof reference>;

export const listReferences = call({
  method: "GET",
  path: "/api/references",
  access: "member",
  scope: "references:read",
  summary: "The own pictures that the model can be shown, newest first; `q` looks in the names.",
  query: listQuery(["createdAt", "name"], { kind: referenceKind.optional() }),
  answer: envelope(z.array(reference)),
  errors: ["INVALID_INPUT"],
});

export const addReference = call({
  method: "POST",
  path: "/api/references",
  access: "member",
  scope: "references:write",
  summary:
    "Takes one picture (multipart, fields `file`, `name`, `kind`, and `consent=true` for a face): PNG, JPEG or WebP of at most 8 MB, told by its bytes.",
  bodyKind: "multipart",
  form: { file: "file", fields: referenceFields },
  bodyLimit: referenceBytes + 65_536,
  answer: envelope(reference),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT", "TOO_LARGE", "UNSUPPORTED_TYPE", "UNAVAILABLE"],
  rateLimit: { name: "references", max: 60, windowSeconds: 3600, by: "user" },
});

export const changeReference = call({
  method: "PATCH",
  path: "/api/references/{id}",
  access: "member",
  scope: "references:write",
  summary: "Renames an own picture, or says what it is; one that becomes a face needs `consent`.",
  params: idParams,
  body: z.strictObject({
    name: referenceName.optional(),
    kind: referenceKind.optional(),
    consent: z.boolean().optional(),
  }),
  answer: envelope(reference),
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});

export const deleteReference = call({
  method: "DELETE",
  path: "/api/references/{id}",
  access: "member",
  scope: "references:write",
  summary: `Deletes an own picture and tells which designs go on showing it; for good after ${restorableReferenceMinutes} minutes.`,
  params: idParams,
  answer: envelope(reference.pick({ usedBy: true })),
  errors: ["NOT_FOUND"],
});

export const restoreReference = call({
  method: "POST",
  path: "/api/references/{id}/restore",
  access: "member",
  scope: "references:write",
  summary: `Brings back an own picture that was deleted within the last ${restorableReferenceMinutes} minutes.`,
  params: idParams,
  answer: envelope(reference),
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const getReferenceImage = call({
  method: "GET",
  path: "/api/references/{id}/image",
  access: "member",
  scope: "references:read",
  summary: "An own picture, also a deleted one that an own design shows.",
  params: idParams,
  answer: z.string(),
  answerKind: "file",
  fileTypes: pictureTypes,
  errors: ["NOT_FOUND"],
});

export const getReferencePreview = call({
  method: "GET",
  path: "/api/references/{id}/preview",
  access: "member",
  scope: "references:read",
  summary: "The same as a small WebP, 320 or 640 pixels wide.",
  params: idParams,
  query: z.object({ width: previewWidth.optional() }),
  answer: z.string(),
  answerKind: "file",
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});
