import { z } from "zod";
import { call } from "./call.ts";
import { idParams } from "./fields.ts";

export const getDesignArt = call({
  method: "GET",
  path: "/api/designs/{id}/art",
  access: "member",
  scope: "designs:read",
  summary:
    "The picture that an own design's art is, as it was made; with ?picture= the one of that id that it has or had.",
  params: idParams,
  query: z.object({ picture: z.string().max(200).optional() }),
  answer: z.string(),
  answerKind: "file",
  errors: ["NOT_FOUND"],
});

export const getFontFile = call({
  method: "GET",
  path: "/api/fonts/{name}",
  access: "member",
  scope: "designs:read",
  summary: "One file of a font, TrueType, by which a design's letters are measured and drawn.",
  params: z.object({ name: z.string().max(200) }),
  answer: z.string(),
  answerKind: "file",
  errors: ["NOT_FOUND"],
});
