import { z } from "zod";
import { call } from "./call.ts";
import { previewWidth } from "./previews.ts";

/** Of one picture, in bytes: 2 MB. */
export const uploadBytes = 2_097_152;
export const uploadTooLarge = "File size exceeds 2 MB. Please upload a smaller image.";

/** Of all pictures of a person who is no admin; those that are nobody's photo go after a day. */
export const pictureQuotaBytes = 26_214_400;
export const pictureQuotaExceeded =
  "Your pictures take up all the room there is for them (25 MB). Please try again tomorrow: those you do not use are gone then.";

export const uploadImage = call({
  method: "POST",
  path: "/upload",
  access: "member",
  summary: "Takes one picture (field `image`; JPEG, PNG, WebP or GIF) and answers its address on the site.",
  bodyKind: "multipart",
  form: { file: "image" },
  // The parts' own headers and boundaries come on top of the picture.
  bodyLimit: uploadBytes + 65_536,
  answer: z.object({ file: z.object({ url: z.string() }) }),
  errors: ["INVALID_INPUT", "TOO_LARGE", "UNSUPPORTED_TYPE", "TOO_MANY_REQUESTS", "UNAVAILABLE"],
  rateLimit: { name: "upload", max: 20, adminMax: 200, windowSeconds: 3600, by: "user" },
});

export const getUpload = call({
  method: "GET",
  path: "/uploads/{name}",
  access: "visitor",
  summary:
    "An uploaded picture, or with ?width= 320 or 640 a small WebP of it. Its name is never given again, so it may be kept for ever.",
  params: z.object({ name: z.string().max(200) }),
  query: z.object({ width: previewWidth.optional() }),
  answer: z.unknown(),
  answerKind: "file",
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});

/** In pixels: a tab's, an iPhone's, and those of an installed shop. */
const iconSides = ["64", "180", "192", "512"] as const;
export type IconSide = (typeof iconSides)[number];

export const getShopIcon = call({
  method: "GET",
  path: "/shop-icon/{side}",
  access: "visitor",
  summary:
    "The shop's icon: the owner's logo as a square PNG where one was uploaded, else the way to the product's.",
  params: z.object({ side: z.enum(iconSides) }),
  answer: z.unknown(),
  alsoStatus: [302],
  answerKind: "file",
  errors: ["INVALID_INPUT"],
});
