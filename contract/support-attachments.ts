import { z } from "zod";
import { call } from "./call.ts";
import { envelope, idParams } from "./fields.ts";

export const maxAttachments = 5;

export const maxAttachmentBytes = 5 * 1024 * 1024;

export const attachmentTypes = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "application/pdf",
] as const;

export const attachmentIds = z
  .array(z.string().max(200))
  .max(maxAttachments, `Please attach at most ${maxAttachments} files.`);

export const attachmentRecord = z.object({
  _id: z.string(),
  name: z.string(),
  mimeType: z.enum(attachmentTypes),
  bytes: z.number().int(),
  /** Answers the ticket's owner and the support staff only, always as a download. */
  url: z.string(),
});
export type AttachmentRecord = z.output<typeof attachmentRecord>;

/** Of all files of a member, and of all files that a visitor sends through the link to one ticket. */
export const attachmentQuotaBytes = 209_715_200;
export const attachmentQuotaExceeded =
  "Your files take up all the room there is for them (200 MB). Please write without a file.";

export const postSupportAttachment = call({
  method: "POST",
  path: "/api/support/attachments",
  access: "member",
  summary: "Takes one file (multipart, field `file`): an image or a PDF of at most 5 MB, told by its bytes.",
  bodyKind: "multipart",
  form: { file: "file" },
  bodyLimit: maxAttachmentBytes + 64 * 1024,
  answer: envelope(attachmentRecord),
  status: 201,
  errors: ["INVALID_INPUT", "TOO_LARGE", "UNSUPPORTED_TYPE", "UNAVAILABLE"],
  rateLimit: { name: "support-attachment", max: 120, windowSeconds: 3600, by: "user" },
});

export const getSupportAttachment = call({
  method: "GET",
  path: "/api/support/attachments/{id}",
  access: "member",
  summary: "The file, as a download, for the ticket's owner and the support staff.",
  params: idParams,
  answer: z.unknown(),
  answerKind: "file",
  errors: ["NOT_FOUND"],
});
