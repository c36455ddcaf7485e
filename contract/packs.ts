import { z } from "zod";
import { call } from "./call.ts";
import { designName, fields, oneOf, rowId } from "./design-fields.ts";
import { envelope } from "./fields.ts";
import { fewestInPack, mostInPack } from "./pack-size.ts";

const packKinds = ["picture", "design"] as const;

/** In what a thumbnail of a pack can differ from the first; of more than one thing only that there are several. */
export const differences = [
  "background",
  "words",
  "colours",
  "light",
  "framing",
  "expression",
  "shapes",
  "pictures",
  "several things",
] as const;
export type Difference = (typeof differences)[number];

const entry = fields("An entry", { kind: oneOf("An entry's kind", packKinds), id: rowId("An entry's id") });
export type PackEntry = z.output<typeof entry>;

const tooFewOrMany = "A pack has two or three thumbnails.";
const areDifferent = (entries: readonly PackEntry[]) =>
  new Set(entries.map(({ kind, id }) => `${kind} ${id}`)).size === entries.length;

/** What lies in a pack beside its pictures, as pack.json. */
export interface PackFile {
  title: string;
  madeAt: string;
  entries: { file: string; kind: PackEntry["kind"]; id: string; differsIn: Difference[]; madeAt: string }[];
}

export const makePack = call({
  method: "POST",
  path: "/api/packs",
  access: "member",
  scope: "gallery:read",
  summary:
    "Two or three own pictures and designs as a ZIP for YouTube's Test & compare: PNGs, what they differ in, and how to upload them.",
  body: z.strictObject({
    title: designName("title").optional(),
    entries: z
      .array(entry, tooFewOrMany)
      .min(fewestInPack, tooFewOrMany)
      .max(mostInPack, tooFewOrMany)
      .refine(areDifferent, "Each thumbnail can be in a pack once."),
  }),
  answer: z.string(),
  answerKind: "file",
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT", "UNAVAILABLE"],
  rateLimit: { name: "packs", max: 30, windowSeconds: 600, by: "user" },
});

const named = /^(picture|design):[\w-]{1,100}$/;

export const previewPack = call({
  method: "GET",
  path: "/api/packs/preview",
  access: "member",
  scope: "gallery:read",
  summary:
    "What a pack of these would be, `entries` being up to three as kind:id, parted by commas; what is gone is told as gone.",
  query: z.object({
    entries: z
      .string("Please name the entries.")
      .max(400)
      .refine(
        (text) => text.split(",").every((each) => named.test(each)),
        "Please name each entry as kind:id.",
      )
      .transform((text) =>
        text.split(",").map((each) => {
          const [kind, id] = each.split(":");
          return { kind, id } as PackEntry;
        }),
      )
      .refine((entries) => entries.length <= mostInPack, tooFewOrMany)
      .refine(areDifferent, "Each thumbnail can be in a pack once."),
  }),
  answer: envelope(
    z.array(
      z.object({
        kind: z.enum(packKinds),
        id: z.string(),
        /** Deleted, or never there; then nothing else is told. */
        isGone: z.boolean(),
        name: z.string().optional(),
        previewUrl: z.string().optional(),
        /** From the first that is there; of that one nothing. */
        differsIn: z.array(z.enum(differences)).optional(),
      }),
    ),
  ),
  errors: ["INVALID_INPUT"],
});
