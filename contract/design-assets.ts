import { z } from "zod";
import { call } from "./call.ts";
import { idParams } from "./fields.ts";
import { pictureTypes } from "./references.ts";

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
  fileTypes: pictureTypes,
  errors: ["NOT_FOUND"],
});

export const getFontFile = call({
  method: "GET",
  path: "/api/fonts/{name}",
  access: "member",
  scope: "designs:read",
  summary:
    "One file of a font, TrueType, by which a design's letters are measured and drawn: of a family, a script and a weight, as anton-latin-400. Rarer signs of a script are in a file of their own, as anton-latin-ext-400.",
  params: z.object({ name: z.string().max(200) }),
  answer: z.string(),
  answerKind: "file",
  errors: ["NOT_FOUND"],
});
