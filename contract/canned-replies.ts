import { z } from "zod";
import { call } from "./call.ts";
import { cannedReplyForm } from "./canned-reply-form.ts";
import { acknowledged, envelope, idempotencyKey, idParams, recordVersion } from "./fields.ts";

export const cannedReply = z.object({
  _id: z.string(),
  title: z.string(),
  body: z.string(),
  version: recordVersion,
});
export type CannedReply = z.output<typeof cannedReply>;

export const getCannedReplies = call({
  method: "GET",
  path: "/api/support/canned-replies",
  access: "support",
  summary: "The texts that the staff answer with, by title.",
  answer: z.array(cannedReply),
  errors: [],
});

export const postCannedReply = call({
  method: "POST",
  path: "/api/support/canned-replies",
  access: "support",
  proof: "session",
  summary: "Adds a text to answer with.",
  body: cannedReplyForm.extend({ idempotencyKey }),
  answer: envelope(cannedReply),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT"],
});

export const putCannedReply = call({
  method: "PUT",
  path: "/api/support/canned-replies/{id}",
  access: "support",
  proof: "session",
  summary: "Changes a text to answer with; what is absent stays.",
  params: idParams,
  body: cannedReplyForm.partial().extend({ version: recordVersion.optional() }),
  answer: envelope(cannedReply),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});

export const deleteCannedReply = call({
  method: "DELETE",
  path: "/api/support/canned-replies/{id}",
  access: "support",
  proof: "session",
  summary: "Deletes a text to answer with.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});
