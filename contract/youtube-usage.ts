import { z } from "zod";
import { call } from "./call.ts";
import { envelope } from "./fields.ts";

export const getYoutubeUsage = call({
  method: "GET",
  path: "/api/youtube/usage",
  access: "admin",
  summary: "The units of YouTube's Data API that the shop used today, a day of California's.",
  answer: envelope(
    z.object({
      usedToday: z.number().int(),
      limit: z.number().int(),
      /** When the next day begins. */
      resetsAt: z.string(),
    }),
  ),
  errors: [],
});
