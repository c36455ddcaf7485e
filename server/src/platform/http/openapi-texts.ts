import type { z } from "zod";
import { brand } from "#contract/brand.ts";
import { balance, creditEntry } from "#contract/credits.ts";
import { designDocument } from "#contract/design-document.ts";
import { createDesign, design } from "#contract/designs.ts";
import {
  idempotencyKey,
  imagePosition,
  pageNumber,
  pageSize,
  recordVersion,
  searchText,
} from "#contract/fields.ts";
import { galleryEntry, lineageStep } from "#contract/gallery.ts";
import { changeGeneration, createGeneration, generation, generationImage } from "#contract/generations.ts";
import { listedDesign } from "#contract/listed-design.ts";
import { referenceFields } from "#contract/reference-form.ts";
import { reference } from "#contract/references.ts";
import { webhookChanges, webhookInput } from "#contract/webhook-form.ts";
import {
  messageImage,
  secretToldMinutes,
  webhookDelivery,
  webhookRecord,
  webhookWithSecret,
} from "#contract/webhooks.ts";
import { textPresets } from "#drawing/text-presets.ts";

/** What the description calls a schema, and says of its fields. Here, since the browser has no use for either. */
const titles = new Map<unknown, string>();
const descriptions = new Map<unknown, string>();

export const titleOf = (schema: unknown) => titles.get(schema);
export const descriptionOf = (schema: unknown) => descriptions.get(schema);

function describe<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  title: string | null,
  texts: { [K in keyof S]?: string },
): void {
  if (title) titles.set(schema, title);
  for (const [name, text] of Object.entries(texts)) tell(schema.shape[name], text as string);
}

/** A schema that several objects share is described once, in words that are true of each. */
function tell(schema: unknown, text: string): void {
  const before = descriptions.get(schema);
  if (before !== undefined && before !== text) throw new Error(`Described twice: ${before} ${text}`);
  descriptions.set(schema, text);
}

tell(
  recordVersion,
  "Each change makes the next one. A change that names another than the present one is 409.",
);
tell(pageNumber, "From 1. Without it all entries come, up to 1,000.");
tell(pageSize, "10 without it, where there is a page.");
tell(searchText, "Answers what holds this text, in whatever case.");
tell(imagePosition, "1 or 2.");
tell(idempotencyKey, "In place of the header Idempotency-Key.");

const presetNames = textPresets.map(({ name }) => name).join(", ");
const hasTheWords =
  "the design that has them, to be downloaded by GET /api/designs/{id}/image. The image is the art alone.";
const ownPicture = "A small WebP; add ?width=320 or 640.";

describe(createGeneration.body, null, {
  title: "The video's title, in one line. A blank one is 422.",
  niche: "What the video is about.",
  customPrompt: "What is to be seen. Without it the prompt is written from title, niche and style.",
  enhancedPrompt: "Goes before customPrompt: what POST /api/enhance-prompt made of it.",
  words:
    "drawn: the model letters the title. text: the words stay text, in a design for each picture, and the picture has none. none: no words. Without it as the shop has set, or the source has it.",
  source: "An own picture or design to start from, with instruction or vary.",
  instruction: "What to change of the source.",
  vary: "What alone is to differ from the source.",
  references: "Ids of own references that the model gets to see.",
  video: "The video on YouTube that it is for.",
  brand: "Whether it uses the own brand. Without it as the brand says.",
  cost: "What you expect it to take. Where it takes something else by now, it is 409 COST_CHANGED and nothing is taken.",
  idempotencyKey: "In place of the header Idempotency-Key.",
});

describe(generation, "Run", {
  stage: "queued and generating, then done or failed.",
  prompt:
    "Your part of what the pictures were made from. Empty where it was written from title, niche and style.",
  kind: "new, or made from another picture.",
  references: "Ids of the references that the model saw.",
  brand: "Whether the own brand was used.",
  source: "What a change, a variation or a retake was made from.",
  video: "What it is for.",
  runningSeconds: "How long it has been under way.",
  usualSeconds: "How long the last ones took; their median.",
  error: "Why it failed.",
  reason: "The same in one word.",
  retryAfterSeconds: "When a model's key is free again, where the run failed for want of one.",
  refunded: "The credit went back.",
  kept: "The position of the image that you keep.",
  images: "Two once it is done.",
  reading: "The words of its pictures are still being read.",
});

describe(generationImage, "Image", {
  position: "1 or 2.",
  url: "The PNG.",
  previewUrl: ownPicture,
  designId: `Of a run with words as text: ${hasTheWords}`,
  designVersion: "That design's version.",
  spelling: "What the picture says, where the model lettered it, and whether a free retake is offered.",
});

describe(changeGeneration.body, null, { kept: "1, 2, or null for none." });

const ofDesign = {
  runId: "The run that the art is from.",
  pictureId: "The image of that run.",
  imageUrl: "The design drawn, 1280×720.",
  previewUrl: ownPicture,
};
describe(listedDesign, "Listed design", ofDesign);
describe(design, "Design", ofDesign);
describe(designDocument, "Document", {
  format: "Always 1.",
  art: "What lies below the layers.",
  layers: "From back to front.",
});

describe(createDesign.body, null, {
  from: "What it begins with, in place of a document.",
  document: "The whole design, in place of from; then with a name.",
});

describe(brand, "Brand", {
  fonts: "Families of GET /api/fonts.",
  colours: "Each as #rrggbb.",
  logoReferenceId: "One of the own references.",
  textPreset: `How new words look: ${presetNames}; null leaves it to the style.`,
  useInRuns: "Whether a run uses the brand where it doesn't say.",
});

describe(referenceFields, null, { consent: "true: whoever is seen agrees. Needed for a face." });
describe(reference, "Reference", {
  previewUrl: ownPicture,
  usedBy: "The own designs that show it.",
});

titles.set(galleryEntry, "Gallery entry");
describe(lineageStep, "Lineage step", {
  kind: "How it came about.",
  id: "The run's or the design's; none where it was deleted.",
});

describe(creditEntry, "Credit entry", {
  amount: "Below zero where credits went away.",
  reason: "purchase, generation, generation-returned, gift, refund and others.",
  runTitle: "Of the run, unless it was deleted.",
});

describe(balance, "Balance", {
  currentBalance: "What can be spent.",
  held: "What runs under way hold.",
  cost: "Credits of one run.",
  minimumBalance: "What you must have to start one.",
});

const lowBalance = "A balance that falls to this or below brings balance.low.";
describe(webhookInput, null, { url: "https, public, port 443 or one from 1024 on.", lowBalance });
describe(webhookChanges, null, { lowBalance });
const ofWebhook = {
  failingSince: "Since when nothing has arrived there; null while messages do.",
  switchedOffAt: "When the shop switched it off, for it had failed too long.",
  previousSecretUntil: "Until then the former secret signs as well.",
};
describe(webhookRecord, "Webhook", ofWebhook);
describe(webhookWithSecret, "Webhook with its secret", {
  ...ofWebhook,
  secret: `Begins with whsec_, and is told in this answer only, and for ${secretToldMinutes} minutes to the same request with the same idempotency key.`,
});
describe(messageImage, null, {
  url: "The PNG, for a key with runs:read.",
  designId: `Of a run with words as text, and of a changed design: ${hasTheWords}`,
});
describe(webhookDelivery, "Delivery", {
  id: "The message's webhook-id, the same over all tries.",
  answerStatus: "Status of the last answer.",
  answerText: "The beginning of the last answer.",
  error: "Why the last try came to nothing.",
  nextAttemptAt: "While it waits.",
});
