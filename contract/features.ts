import { z } from "zod";
import { call } from "./call.ts";
import { isIcon } from "./content-sections.ts";
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
} from "./fields.ts";
import { orderCall } from "./list-order.ts";

const featuresPath = "/api/features-section";
export const defaultFeatureCategory = "AI Features";

const orderMessage = "Order must be a number of at least 0";

/** A number of at least 0. A text that is no number counts as 0, as the form has always sent it. */
const orderInput = z
  .union([z.number(orderMessage), z.string().max(50, orderMessage)], orderMessage)
  .transform((value) => {
    if (typeof value === "number") return value;
    const number = value.trim() === "" ? 0 : Number(value);
    return Number.isNaN(number) ? 0 : number;
  })
  .pipe(z.number(orderMessage).int(orderMessage).min(0, orderMessage).max(1_000_000, orderMessage));

export const iconText = z
  .string()
  .trim()
  .max(2048, "Please enter an image URL or an icon class")
  .refine(isIcon, "Please enter an image URL or an icon class");

export const featureForm = z.object({
  title: lineText.min(1, "Title is required"),
  description: longText.min(1, "Description is required"),
  icon: iconText.optional(),
  /** What an icon that is an image shows; blank for decoration. */
  iconAlt: lineText.optional(),
  category: nameText.optional(),
  order: orderInput.optional(),
  isActive: z.boolean().optional(),
});

export const featureRecord = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  iconAlt: z.string(),
  category: z.string(),
  order: z.number().int(),
  isActive: z.boolean(),
  version: recordVersion,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type FeatureRecord = z.output<typeof featureRecord>;

export const listFeatures = call({
  method: "GET",
  path: featuresPath,
  access: "visitor",
  tellsAdminsMore: true,
  summary: "The features, lowest order first; non-admins get the active ones.",
  query: listQuery(["order", "title", "category", "isActive", "createdAt"], {}),
  answer: envelope(z.array(featureRecord)),
  errors: ["INVALID_INPUT"],
});

export const addFeature = call({
  method: "POST",
  path: featuresPath,
  access: "admin",
  proof: "session",
  summary: "Adds a feature; without an order it becomes the last.",
  body: featureForm.extend({ idempotencyKey }),
  answer: envelope(featureRecord),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT"],
});

export const editFeature = call({
  method: "PUT",
  path: `${featuresPath}/{id}`,
  access: "admin",
  proof: "session",
  summary: "Changes a feature; what is absent stays.",
  params: idParams,
  body: featureForm.partial().extend({ version: recordVersion.optional() }),
  answer: envelope(featureRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});

export const orderFeatures = orderCall(featuresPath, "the features");

export const deleteFeature = call({
  method: "DELETE",
  path: `${featuresPath}/{id}`,
  access: "admin",
  proof: "session",
  summary: "Deletes a feature. The saved states of the list still hold it.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});

export const toggleFeature = call({
  method: "PATCH",
  path: `${featuresPath}/{id}/toggle`,
  access: "admin",
  proof: "session",
  summary: "Shows a hidden feature, and the other way round.",
  params: idParams,
  answer: envelope(featureRecord),
  errors: ["NOT_FOUND"],
});
