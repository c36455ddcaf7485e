import { z } from "zod";
import { call } from "./call.ts";
import { plainLine } from "./entered-text.ts";
import { type ErrorCode, errorTable } from "./errors.ts";
import {
  acknowledged,
  envelope,
  idParams,
  imagePosition,
  listQuery,
  oneOf,
  requiredIdempotencyKey,
} from "./fields.ts";
import {
  instructionMaxLength,
  mostReferencesOfGeneration,
  nicheValues,
  promptMaxLength,
  restorableMinutes,
  retakeHours,
  stages,
  styles,
  titleMaxLength,
  varyChoices,
  wordChoices,
} from "./generation-options.ts";
import { previewWidth } from "./previews.ts";
import { videoChannel, videoId, youtubeVideo } from "./youtube-video.ts";

const stage = z.enum(stages);

/** A title is one line: breaks and runs of blanks become one blank. A blank one has an answer of its own (422). */
const titleText = z
  .string()
  .transform((title) => plainLine(title).replace(/\s+/g, " ").trim())
  .pipe(z.string().max(titleMaxLength, `Please use at most ${titleMaxLength} characters.`));

const promptText = z
  .string()
  .normalize("NFC")
  .trim()
  .max(promptMaxLength, `Please use at most ${promptMaxLength.toLocaleString("en-US")} characters.`);

export const nicheValue = z.enum(nicheValues, "Please choose a niche.");
export const styleValue = z.enum(styles, "Please choose a style.");

const instructionText = z
  .string()
  .trim()
  .min(1, "Please say what to change.")
  .max(instructionMaxLength, `Please use at most ${instructionMaxLength} characters.`);
const varyValue = z.enum(varyChoices, `Please choose one of ${varyChoices.join(", ")}.`);

/** An own picture or design, by which a run changes what is there. */
const sourceId = {
  kind: z.enum(["picture", "design"], "A source's kind must be picture or design."),
  id: z.string("A source needs an id.").min(1, "A source needs an id.").max(100, "A source needs an id."),
};

/** What the text model read of the words that the image model drew. */
export const spelling = z.object({
  /** As it is lettered, in one line. */
  read: z.string(),
  /** Whether that is the title, but for case, punctuation and line breaks. */
  matches: z.boolean(),
  /** none: they match, or the picture is of a free take itself. taken: it is under way or made. */
  retake: z.enum(["none", "offered", "taken", "expired"]),
});
export type Spelling = z.output<typeof spelling>;

/** One of the two thumbnails. The preview is a small WebP, `?width=` 320 or 640; without it 640. */
export const generationImage = z.object({
  id: z.string(),
  /** 1 or 2. */
  position: z.number().int(),
  url: z.string(),
  previewUrl: z.string(),
  mimeType: z.string(),
  /** Of a run with words as text: the design that it made of this image, until that is deleted, and its version by now. */
  designId: z.string().optional(),
  designVersion: z.number().int().optional(),
  /** Of words that the model drew, once they were read; never where that came to nothing. */
  spelling: spelling.optional(),
});
export type GenerationImage = z.output<typeof generationImage>;

/** A generation as its owner sees it. */
export const generation = z.object({
  id: z.string(),
  stage,
  title: z.string(),
  niche: z.string(),
  style: z.string(),
  /** What the pictures were made from: the enhanced prompt where there is one, else the custom one. */
  prompt: z.string(),
  customPrompt: z.string(),
  enhancedPrompt: z.string(),
  words: z.enum(wordChoices),
  /** new, or made from another picture: a change by an instruction, a variation of one thing, the free retake of a misspelt one. */
  kind: z.enum(["new", "change", "variation", "retake"]),
  /** Ids of the own references that the model saw. */
  references: z.array(z.string()),
  /** Whether it used the own brand. */
  brand: z.boolean(),
  /** What a change, a variation or a retake was made from, which may be gone by now, and by what. */
  source: z
    .object({
      ...sourceId,
      instruction: z.string().optional(),
      vary: varyValue.optional(),
      /** As the preview of an image, as long as it is there. */
      previewUrl: z.string().optional(),
    })
    .optional(),
  /** What it is for, where it was begun from a video. */
  video: youtubeVideo.omit({ title: true }).optional(),
  createdAt: z.string(),
  finishedAt: z.string().optional(),
  /** How long it has been under way when this was said, in seconds; while it is. A browser's clock may be wrong. */
  runningSeconds: z.number().optional(),
  /** The median of the last ones, in seconds; while it is under way. */
  usualSeconds: z.number().optional(),
  /** Why it failed. The screens put 'Error: ' before it. */
  error: z.string().optional(),
  /** The same in one word, such as safety or rate-limit. */
  reason: z.string().optional(),
  /** Until a key can be used again, where the run failed for want of one; 0 for now. */
  retryAfterSeconds: z.number().int().optional(),
  /** The credit went back. */
  refunded: z.boolean().optional(),
  /** The model that drew it, where that is the shop's second one in place of the first. */
  standInModel: z.string().optional(),
  favourite: z.boolean(),
  /** The position of the image that its owner keeps. */
  kept: z.union([z.literal(1), z.literal(2)]).nullable(),
  images: z.array(generationImage),
  /** The words of its pictures are being read: another event will tell of them. */
  reading: z.literal(true).optional(),
});
export type Generation = z.output<typeof generation>;

export const startedGeneration = z.object({ id: z.string(), stage, currentBalance: z.number().int() });

export const createGeneration = call({
  method: "POST",
  path: "/api/generations",
  access: "member",
  scope: "runs:write",
  summary:
    "Starts a run, a new one or from an own picture or design: takes the credit and makes both thumbnails. The same idempotency key is the same run.",
  body: z
    .strictObject({
      title: titleText.optional().default(""),
      niche: nicheValue,
      style: styleValue,
      customPrompt: promptText.optional().default(""),
      enhancedPrompt: promptText.optional().default(""),
      /** Without it the shop's default. */
      words: z.enum(wordChoices, `Please choose one of ${wordChoices.join(", ")}.`).optional(),
      source: z.strictObject(sourceId, "A source has a kind and an id, and nothing else.").optional(),
      instruction: instructionText.optional(),
      vary: varyValue.optional(),
      /** Own references that the model gets to see. */
      references: z
        .array(z.string().min(1).max(100))
        .max(
          mostReferencesOfGeneration,
          `Please choose at most ${mostReferencesOfGeneration} of your pictures.`,
        )
        .refine((ids) => new Set(ids).size === ids.length, "Please choose each of your pictures once.")
        .optional()
        .default([]),
      /** The video that it is for; without it the source's. */
      video: z.strictObject({ id: videoId, channel: videoChannel }).optional(),
      /** Whether it uses the own brand: its colours in the prompt, and its look for words as text. Without it as the brand says. */
      brand: z.boolean().optional(),
      /** What the person was told that a run takes: where it takes something else by now, it is refused. */
      cost: z.number("cost is a number of credits.").int("cost is a whole number.").optional(),
      idempotencyKey: requiredIdempotencyKey,
    })
    .superRefine(
      ({ title, source, instruction, vary }, context) => {
        const issue = (field: string, message: string, code?: ErrorCode) =>
          context.addIssue({ code: "custom", path: [field], message, params: { code } });
        if (instruction !== undefined && vary !== undefined)
          issue("vary", "Please send either an instruction or what to vary.");
        else if (source && instruction === undefined && vary === undefined)
          issue("instruction", "Please say what to change, or what to vary.");
        else if (!source && (instruction !== undefined || vary !== undefined))
          issue("source", "Please name the picture or design to start from.");
        else if (!title && !source) issue("title", errorTable.TITLE_REQUIRED.message, "TITLE_REQUIRED");
      },
      // Also beside a missing key: who sends neither reads the documented text.
      { when: ({ issues }) => issues.every(({ path }) => path?.[0] === "idempotencyKey") },
    ),
  answer: envelope(startedGeneration),
  status: 202,
  errors: [
    "TITLE_REQUIRED",
    "INSUFFICIENT_CREDITS",
    "COST_CHANGED",
    "NOT_FOUND",
    "CONFLICT",
    "NO_KEYS",
    "SPENDING_LIMIT",
    "UNAVAILABLE",
    "TOO_MANY_REQUESTS",
  ],
});

export const retakeImage = call({
  method: "POST",
  path: "/api/generations/{id}/images/{position}/retake",
  access: "member",
  scope: "runs:write",
  summary:
    `Starts the free new take of an own picture whose words were spelt wrong: once, within ${retakeHours} hours of the offer. ` +
    "It makes both thumbnails for no credit and replaces nothing; one that fails can be started again.",
  params: idParams.extend({ position: imagePosition }),
  body: z.strictObject({ idempotencyKey: requiredIdempotencyKey }),
  answer: envelope(startedGeneration),
  status: 202,
  errors: ["NOT_FOUND", "CONFLICT", "NO_KEYS", "SPENDING_LIMIT", "UNAVAILABLE", "TOO_MANY_REQUESTS"],
});

export const listGenerations = call({
  method: "GET",
  path: "/api/generations",
  access: "member",
  scope: "runs:read",
  summary: "The own runs, newest first.",
  query: listQuery(["createdAt"], { stage: oneOf(stages).optional() }),
  answer: envelope(z.array(generation)),
  errors: [],
});

export const getGeneration = call({
  method: "GET",
  path: "/api/generations/{id}",
  access: "member",
  scope: "runs:read",
  summary: "One of the own runs.",
  params: idParams,
  answer: envelope(generation),
  errors: ["NOT_FOUND"],
});

/**
 * Each event has the generation as its data, as in `getGeneration`'s answer; the first one comes at once, the last one
 * (done and no longer `reading`, or failed) ends the stream. A comment is sent
 * every 20 s, so that nothing between takes the stream for dead; to a browser it is an event `alive`, of which it tells.
 */
export const followGeneration = call({
  method: "GET",
  path: "/api/generations/{id}/events",
  access: "member",
  scope: "runs:read",
  summary: "The run as server-sent events until it is done or failed, and its words were read.",
  params: idParams,
  answer: z.string(),
  answerKind: "events",
  errors: ["NOT_FOUND", "TOO_MANY_REQUESTS"],
});

export const deleteGeneration = call({
  method: "DELETE",
  path: "/api/generations/{id}",
  access: "member",
  scope: "runs:write",
  summary: `Deletes one of the own runs that are over, with its images; for good after ${restorableMinutes} minutes.`,
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const restoreGeneration = call({
  method: "POST",
  path: "/api/generations/{id}/restore",
  access: "member",
  scope: "runs:write",
  summary: `Brings back an own run that was deleted within the last ${restorableMinutes} minutes.`,
  params: idParams,
  answer: envelope(generation),
  errors: ["NOT_FOUND"],
});

export const changeGeneration = call({
  method: "PATCH",
  path: "/api/generations/{id}",
  access: "member",
  scope: "runs:write",
  summary: "Changes the title of an own run, whether it is a favourite, and which of its images is kept.",
  params: idParams,
  body: z.strictObject({
    favourite: z.boolean().optional(),
    kept: z
      .union([z.literal(1), z.literal(2)], "Please choose 1, 2 or none.")
      .nullable()
      .optional(),
    title: titleText.optional(),
  }),
  answer: envelope(generation),
  errors: ["INVALID_INPUT", "TITLE_REQUIRED", "NOT_FOUND", "CONFLICT"],
});

export const getGenerationImage = call({
  method: "GET",
  path: "/api/generations/{id}/images/{position}",
  access: "member",
  scope: "runs:read",
  summary: "One image of an own run, a PNG of 1280×720; ?download=1 names it for the disk.",
  params: idParams.extend({ position: imagePosition }),
  query: z.object({ download: z.string().max(10).optional() }),
  answer: z.string(),
  answerKind: "file",
  errors: ["NOT_FOUND"],
});

export const getGenerationPreview = call({
  method: "GET",
  path: "/api/generations/{id}/images/{position}/preview",
  access: "member",
  scope: "runs:read",
  summary: "One image of an own run as a small WebP, 320 or 640 pixels wide.",
  params: idParams.extend({ position: imagePosition }),
  query: z.object({ width: previewWidth.optional() }),
  answer: z.string(),
  answerKind: "file",
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});

export const enhancePrompt = call({
  method: "POST",
  path: "/api/enhance-prompt",
  access: "member",
  scope: "runs:write",
  summary:
    "Has the text model make more of a prompt. Costs no credit; for members with a balance or a paid order, as often in 24 hours as the shop has set: then 429.",
  body: z.strictObject({
    prompt: promptText.optional().default(""),
    title: titleText.optional().default(""),
    niche: nicheValue,
    style: styleValue,
  }),
  answer: envelope(z.object({ prompt: z.string() })),
  errors: ["INVALID_INPUT", "INSUFFICIENT_CREDITS", "NO_KEYS", "SPENDING_LIMIT", "PROVIDER_FAILED"],
  rateLimit: { name: "enhance", max: 30, windowSeconds: 60, by: "user" },
});
