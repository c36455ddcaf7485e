import { z } from "zod";
import { call } from "./call.ts";
import { envelope } from "./fields.ts";

const searchHit = z.object({
  kind: z.enum(["user", "order", "item-order", "ticket"]),
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
    "Users, orders and tickets whose name, e-mail, id or subject begins with or holds the text; at most 5 of each.",
  query: z.object({ q: z.string().trim().min(1, "Please enter what to search for").max(200) }),
  answer: envelope(z.array(searchHit)),
  errors: ["INVALID_INPUT"],
});
