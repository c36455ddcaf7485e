import { z } from "zod";
import { call } from "./call.ts";
import { acknowledged, envelope, idParams, listQuery, recordVersion } from "./fields.ts";
import { mediaForm } from "./media-form.ts";

export const mediaRecord = z.object({
  _id: z.string(),
  /** Site path: /uploads/<random>. */
  url: z.string(),
  alt: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  version: recordVersion,
  createdAt: z.string(),
  /** Parts of the site's content that show the picture now, 'items', 'orders', 'receipts' and 'a profile'. */
  usedIn: z.array(z.string()),
});
export type MediaRecord = z.output<typeof mediaRecord>;

export const listMedia = call({
  method: "GET",
  path: "/api/media",
  access: "admin",
  summary: "The media library: uploaded pictures, newest first.",
  query: listQuery(["createdAt", "alt", "bytes"], {}),
  answer: z.array(mediaRecord),
  errors: ["INVALID_INPUT"],
});

export const editMedia = call({
  method: "PATCH",
  path: "/api/media/{id}",
  access: "admin",
  proof: "session",
  summary: "Changes a picture's alternative text.",
  params: idParams,
  body: mediaForm.extend({ version: recordVersion.optional() }),
  answer: envelope(mediaRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});

export const deleteMedia = call({
  method: "DELETE",
  path: "/api/media/{id}",
  access: "admin",
  proof: "session",
  summary: "Deletes a picture for good; refused while the site's content shows it.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND", "CONFLICT"],
});
