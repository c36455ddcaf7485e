import { z } from "zod";
import { call } from "./call.ts";
import { acknowledged, envelope, idempotencyKey, idParams, listQuery, recordVersion } from "./fields.ts";
import { itemInput } from "./item-form.ts";
import { orderCall } from "./list-order.ts";

export const itemRecord = z.object({
  _id: z.string(),
  itemName: z.string(),
  /** For everyone; `guidelines` and `accessUrl` are the goods, blank for all but admins. */
  description: z.string(),
  price: z.number(),
  guidelines: z.string(),
  accessUrl: z.string(),
  slug: z.string(),
  /** 8 characters of A-Z and 0-9, made by the server. */
  itemId: z.string(),
  imageUrl: z.string(),
  imageAlt: z.string(),
  isActive: z.boolean(),
  version: z.number().int(),
  createdAt: z.string(),
});
export type ItemRecord = z.output<typeof itemRecord>;

export const listItems = call({
  method: "GET",
  path: "/items",
  access: "visitor",
  tellsAdminsMore: true,
  summary: "The items on sale in the order that an admin gave them; an admin gets the inactive ones as well.",
  query: listQuery(["order", "createdAt", "itemName", "price", "isActive"], {}),
  answer: z.array(itemRecord),
  errors: ["INVALID_INPUT"],
});

export const getItem = call({
  method: "GET",
  path: "/item/{id}",
  access: "visitor",
  tellsAdminsMore: true,
  summary: "One item on sale, by its `_id` or its `itemId`.",
  params: idParams,
  answer: envelope(itemRecord),
  errors: ["NOT_FOUND"],
});

export const addItem = call({
  method: "POST",
  path: "/add-item",
  access: "admin",
  proof: "recent",
  summary: "Adds an item before all others.",
  body: itemInput.extend({ idempotencyKey }),
  answer: envelope(itemRecord),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT"],
});

export const editItem = call({
  method: "PUT",
  path: "/edit-item/{id}",
  access: "admin",
  proof: "recent",
  summary:
    "Changes an item; what is absent stays. Orders keep their own copy of what was bought, unless `forBuyers` gives those made before the item's access address and guidelines too.",
  params: idParams,
  body: itemInput.partial().extend({ version: recordVersion.optional(), forBuyers: z.boolean().optional() }),
  answer: envelope(itemRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});

export const reorderItems = orderCall("/items", "the items");

export const archiveItem = call({
  method: "DELETE",
  path: "/item/{id}",
  access: "admin",
  proof: "session",
  summary: "Takes an item off sale for good.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});
