import { z } from "zod";
import { call } from "./call.ts";
import {
  acknowledged,
  envelope,
  idempotencyKey,
  idParams,
  lineText,
  listQuery,
  longText,
  nameText,
  recordVersion,
  urlText,
} from "./fields.ts";
import { orderCall } from "./list-order.ts";

const testimonialsPath = "/api/testimonials";

export const testimonialForm = z.object({
  quote: longText.min(1, "Quote is required"),
  authorName: nameText.min(1, "Author name is required"),
  authorTitle: lineText.min(1, "Author title is required"),
  authorImage: urlText.optional(),
  authorImageAlt: lineText.optional(),
  isActive: z.boolean().optional(),
});

export const testimonialRecord = z.object({
  _id: z.string(),
  quote: z.string(),
  authorName: z.string(),
  authorTitle: z.string(),
  authorImage: z.string(),
  authorImageAlt: z.string(),
  isActive: z.boolean(),
  version: recordVersion,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type TestimonialRecord = z.output<typeof testimonialRecord>;

export const listTestimonials = call({
  method: "GET",
  path: testimonialsPath,
  access: "visitor",
  tellsAdminsMore: true,
  summary: "The testimonials in their order; non-admins get the active ones.",
  query: listQuery(["authorName", "authorTitle", "isActive", "createdAt"], {}),
  answer: envelope(z.array(testimonialRecord)),
  errors: ["INVALID_INPUT"],
});

export const addTestimonial = call({
  method: "POST",
  path: testimonialsPath,
  access: "admin",
  proof: "session",
  summary: "Adds a testimonial as the last.",
  body: testimonialForm.extend({ idempotencyKey }),
  answer: envelope(testimonialRecord),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT"],
});

export const editTestimonial = call({
  method: "PUT",
  path: `${testimonialsPath}/{id}`,
  access: "admin",
  proof: "session",
  summary: "Changes a testimonial; what is absent stays.",
  params: idParams,
  body: testimonialForm.partial().extend({ version: recordVersion.optional() }),
  answer: envelope(testimonialRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});

export const orderTestimonials = orderCall(testimonialsPath, "the testimonials");

export const deleteTestimonial = call({
  method: "DELETE",
  path: `${testimonialsPath}/{id}`,
  access: "admin",
  proof: "session",
  summary: "Deletes a testimonial. The saved states of the list still hold it.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});

export const toggleTestimonial = call({
  method: "PATCH",
  path: `${testimonialsPath}/{id}/toggle`,
  access: "admin",
  proof: "session",
  summary: "Shows a hidden testimonial, and the other way round.",
  params: idParams,
  answer: envelope(testimonialRecord),
  errors: ["NOT_FOUND"],
});
