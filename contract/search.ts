import { z } from "zod";
import { call } from "./call.ts";
import { envelope, searchText } from "./fields.ts";

export const searchHit = z.object({
  kind: z.enum(["user", "order", "item-order", "stray-payment", "ticket"]),
  _id: z.string(),
  title: z.string(),
  detail: z.string(),
});
export type SearchHit = z.output<typeof searchHit>;

export const searchBackOffice = call({
  method: "GET",
  path: "/api/search",
  access: "admin",
  summary:
    "Users, orders and tickets whose name, e-mail, id or subject begins with or holds the text, and orders, or payments that belong to none, by a PayPal transaction, the payer's e-mail or a receipt's number; at most 5 of each.",
  query: z.object({ q: searchText.trim().min(1, "Please enter what to search for") }),
  answer: envelope(z.array(searchHit)),
  errors: ["INVALID_INPUT"],
});
