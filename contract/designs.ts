import { z } from "zod";
import { call } from "./call.ts";
import { designDocument, documentBytes } from "./design-document.ts";
import { colour, designName, fields, kindSentence, rowId } from "./design-fields.ts";
import {
  acknowledged,
  envelope,
  flagText,
  idParams,
  listQuery,
  recordVersion,
  wholeNumberText,
} from "./fields.ts";
import { listedDesign } from "./listed-design.ts";
import { previewWidth } from "./previews.ts";

/** Of one member. */
export const mostDesigns = 200;
export const tooManyDesigns = `You have ${mostDesigns} designs, which is the most. Please delete one that you no longer need.`;

export const tooManyWithGenerations = `With those of your runs under way you have ${mostDesigns} designs, which is the most. Please delete one that you no longer need.`;

/** Of one design; the oldest go first. */
export const keptDesignVersions = 100;

/** Why nothing is saved of one that never was or was deleted. */
export const noSuchDesign = "This design is not here.";

/** For so long after its deletion a design can be brought back, in minutes. */
export const restorableDesignMinutes = 10;

export const design = listedDesign.extend({ document: designDocument });
export type Design = z.output<typeof design>;
/** What stands where a save was stale, and whether a version since has the very document that was sent. */
export type StaleDesign = Design & { isKept: boolean };

const rateLimit = { name: "designs", max: 300, windowSeconds: 60, by: "user" } as const;
const fieldLimit = {
  field: "document",
  bytes: documentBytes,
  message: "A document has at most 64 kB as JSON.",
};

const origin = z.discriminatedUnion(
  "kind",
  [
    fields("from", { kind: z.literal("picture"), id: rowId("A picture's id") }),
    fields("from", { kind: z.literal("reference"), id: rowId("A reference's id") }),
    fields("from", { kind: z.literal("colour"), colour: colour("from's colour") }),
  ],
  { error: ({ input }) => kindSentence("from", "picture, reference, colour", input) },
);

export const listDesigns = call({
  method: "GET",
  path: "/api/designs",
  access: "member",
  scope: "designs:read",
  summary: "The own designs without their documents, newest first; `q` looks in the names.",
  query: listQuery(["createdAt", "updatedAt", "name"], { favourite: flagText.optional() }),
  answer: envelope(z.array(listedDesign)),
  errors: ["INVALID_INPUT"],
});

export const createDesign = call({
  method: "POST",
  path: "/api/designs",
  access: "member",
  scope: "designs:write",
  summary: "Makes a design, either from an own picture or a plain colour, or of a whole document.",
  body: z
    .strictObject({
      name: designName("name").optional(),
      from: origin.optional(),
      document: designDocument.optional(),
    })
    .superRefine(({ name, from, document }, context) => {
      if ((from === undefined) === (document === undefined))
        context.addIssue({ code: "custom", path: ["from"], message: "Please send either from or document." });
      if (document !== undefined && name === undefined)
        context.addIssue({ code: "custom", path: ["name"], message: "Please name the design." });
    }),
  fieldLimit,
  answer: envelope(design),
  status: 201,
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT", "TOO_LARGE"],
  rateLimit,
});

export const getDesign = call({
  method: "GET",
  path: "/api/designs/{id}",
  access: "member",
  scope: "designs:read",
  summary: "One of the own designs with its document.",
  params: idParams,
  answer: envelope(design),
  errors: ["NOT_FOUND"],
});

export const saveDesign = call({
  method: "PUT",
  path: "/api/designs/{id}",
  access: "member",
  scope: "designs:write",
  summary:
    "Saves a document as the next version. `version` is the one that it was made from: a stale one is 409 with what stands, and `isKept` where a version since has this very document.",
  params: idParams,
  body: z.strictObject({
    name: designName("name").optional(),
    version: recordVersion,
    document: designDocument,
  }),
  fieldLimit,
  answer: envelope(design),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION", "TOO_LARGE"],
  rateLimit,
});

export const changeDesign = call({
  method: "PATCH",
  path: "/api/designs/{id}",
  access: "member",
  scope: "designs:write",
  summary: "Renames an own design, or marks it as a favourite.",
  params: idParams,
  body: z.strictObject({ name: designName("name").optional(), favourite: z.boolean().optional() }),
  answer: envelope(design),
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});

export const deleteDesign = call({
  method: "DELETE",
  path: "/api/designs/{id}",
  access: "member",
  scope: "designs:write",
  summary: `Deletes an own design with its versions; for good after ${restorableDesignMinutes} minutes.`,
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});

export const restoreDesign = call({
  method: "POST",
  path: "/api/designs/{id}/restore",
  access: "member",
  scope: "designs:write",
  summary: `Brings back an own design that was deleted within the last ${restorableDesignMinutes} minutes.`,
  params: idParams,
  answer: envelope(design),
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const duplicateDesign = call({
  method: "POST",
  path: "/api/designs/{id}/duplicate",
  access: "member",
  scope: "designs:write",
  summary: "Makes another design of an own one's present document.",
  params: idParams,
  answer: envelope(design),
  status: 201,
  errors: ["NOT_FOUND", "CONFLICT"],
  rateLimit,
});

const drawn = { version: wholeNumberText(1, 1_000_000_000).optional() };
const drawings = { name: "drawings", max: 300, windowSeconds: 60, by: "user" } as const;

export const getDesignImage = call({
  method: "GET",
  path: "/api/designs/{id}/image",
  access: "member",
  scope: "designs:read",
  summary: "An own design as a picture of 1280×720; ?download=1 names it for the disk.",
  params: idParams,
  query: z.object({
    format: z.enum(["png", "jpeg"], "Please choose png or jpeg.").optional(),
    download: z.string().max(10).optional(),
    ...drawn,
  }),
  answer: z.string(),
  alsoStatus: [304],
  answerKind: "file",
  fileTypes: ["image/png", "image/jpeg"],
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT", "UNAVAILABLE"],
  rateLimit: drawings,
});

export const getDesignPreview = call({
  method: "GET",
  path: "/api/designs/{id}/preview",
  access: "member",
  scope: "designs:read",
  summary: "An own design as a small WebP, 320 or 640 pixels wide.",
  params: idParams,
  query: z.object({ width: previewWidth.optional(), ...drawn }),
  answer: z.string(),
  alsoStatus: [304],
  answerKind: "file",
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT", "UNAVAILABLE"],
  rateLimit: drawings,
});

export const listFonts = call({
  method: "GET",
  path: "/api/fonts",
  access: "member",
  scope: "designs:read",
  summary: "The fonts that a document's texts may have.",
  answer: envelope(
    z.array(
      z.object({ family: z.string(), weights: z.array(z.number().int()), scripts: z.array(z.string()) }),
    ),
  ),
  errors: [],
});

export const listDesignVersions = call({
  method: "GET",
  path: "/api/designs/{id}/versions",
  access: "member",
  scope: "designs:read",
  summary: `The versions of an own design, newest first: the last ${keptDesignVersions}.`,
  params: idParams,
  query: listQuery(["version"], {}),
  answer: envelope(z.array(z.object({ version: recordVersion, createdAt: z.string() }))),
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});

export const restoreDesignVersion = call({
  method: "POST",
  path: "/api/designs/{id}/versions/{version}/restore",
  access: "member",
  scope: "designs:write",
  summary: "Makes a new version of an earlier one.",
  params: idParams.extend({ version: z.string().max(200) }),
  answer: envelope(design),
  errors: ["NOT_FOUND"],
  rateLimit,
});
