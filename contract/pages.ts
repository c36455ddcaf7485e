import { z } from "zod";
import { call } from "./call.ts";
import { envelope, lineText, recordVersion } from "./fields.ts";

export const pageSlugs = ["terms", "privacy", "refund-policy"] as const;
export type PageSlug = (typeof pageSlugs)[number];

const slugParams = z.object({ slug: z.string().max(200) });

export const pageForm = z.object({
  title: lineText.min(1, "Title is required"),
  /** HTML; the server keeps only plain formatting and safe links. */
  body: z
    .string()
    .max(100_000, "Please use at most 100,000 characters.")
    .refine((html) => html.trim() !== "", "A text is required"),
});

export const pageRecord = z.object({
  slug: z.enum(pageSlugs),
  title: z.string(),
  body: z.string(),
  version: recordVersion,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PageRecord = z.output<typeof pageRecord>;

export const getPage = call({
  method: "GET",
  path: "/api/pages/{slug}",
  access: "visitor",
  tellsAdminsMore: true,
  summary: "A legal text: terms, privacy or refund-policy.",
  params: slugParams,
  answer: envelope(pageRecord),
  errors: ["NOT_FOUND"],
});

export const updatePage = call({
  method: "PUT",
  path: "/api/pages/{slug}",
  access: "admin",
  proof: "session",
  summary: "Changes a legal text; what is absent stays. Its version is what a new member accepts.",
  params: slugParams,
  body: z.strictObject({ ...pageForm.partial().shape, version: recordVersion.optional() }),
  answer: envelope(pageRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});

export const resetPage = call({
  method: "POST",
  path: "/api/pages/{slug}/reset",
  access: "admin",
  proof: "session",
  summary: "Brings back the shop's own text.",
  params: slugParams,
  answer: envelope(pageRecord),
  errors: ["NOT_FOUND"],
});

export const restorePage = call({
  method: "POST",
  path: "/api/pages/{slug}/restore",
  access: "admin",
  proof: "session",
  summary: "Brings back the text before the last reset.",
  params: slugParams,
  answer: envelope(pageRecord),
  errors: ["NOT_FOUND", "CONFLICT"],
});

const goodsPage = z.object({
  slug: z.string(),
  title: z.string(),
  intro: z.string(),
  sections: z.array(z.object({ heading: z.string(), points: z.array(z.string()) })),
});
export type GoodsPageRecord = z.output<typeof goodsPage>;

export const getDemoGoods = call({
  method: "GET",
  path: "/api/demo-goods/{slug}",
  access: "visitor",
  summary:
    "What a buyer of a demo item receives. The address is the good; a shop that sells has none of them.",
  params: slugParams,
  answer: envelope(goodsPage),
  errors: ["NOT_FOUND"],
});
