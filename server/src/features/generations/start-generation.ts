import type { BodyOf } from "#contract/call.ts";
import type { WordChoice } from "#contract/generation-options.ts";
import type { createGeneration } from "#contract/generations.ts";
import type { WordsBrand } from "#drawing/set-words/brand.ts";
import type { Tx } from "#server/db/database.ts";
import { readBrand } from "#server/features/brand/brand.service.ts";
import { requireLetters } from "#server/features/designs/set-words-on.ts";
import { requirePresentReferences } from "#server/features/references/references.service.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type Accepted,
  acceptGeneration,
  type GenerationBase,
  type GenerationTools,
} from "./accept-generation.ts";
import { requireSource, type Source } from "./find-source.ts";
import type { NewGeneration } from "./leases.repository.ts";

type Input = BodyOf<typeof createGeneration>;

/** Starts a generation for its cost, a new one or one from an own picture or design. */
export async function startGeneration(
  platform: Platform,
  tools: GenerationTools,
  userId: string,
  input: Input,
): Promise<Accepted> {
  return acceptGeneration(platform, tools, {
    userId,
    idempotencyKey: input.idempotencyKey,
    sent: askedFor(input),
    async make(tx, base, settings) {
      requireSaidCost(input.cost, settings.cost);
      const source = input.source
        ? await requireSource(tx, userId, input.source)
        : nothing(settings.wordsDefault);
      await requirePresentReferences(tx, userId, input.references);
      const brand = await brandOf(tx, userId, input.brand);
      const made = newGeneration({ ...base, cost: settings.cost }, input, source, brand);
      if (made.words === "text") requireLetters(made);
      return made;
    },
  });
}

/** All but what it was said to cost, which may be another when it is sent again; nothing said is said in several ways. */
function askedFor({ idempotencyKey: _, cost, ...input }: Input) {
  const said = Object.entries(input).filter(
    ([, value]) => value !== undefined && value !== "" && value !== null,
  );
  return said.sort(([one], [other]) => (one < other ? -1 : 1));
}

function requireSaidCost(said: number | undefined, cost: number): void {
  if (said === undefined || said === cost) return;
  const credits = cost === 1 ? "1 credit" : `${cost} credits`;
  throw failure("COST_CHANGED", `A run now takes ${credits}.`, { data: { cost } });
}

/** What a run takes of the person's brand; null where it is off, or there is nothing in it. */
async function brandOf(tx: Tx, userId: string, isWanted: boolean | undefined): Promise<WordsBrand | null> {
  if (isWanted === false) return null;
  const { fonts, colours, textPreset, useInRuns } = await readBrand(tx, userId);
  const isEmpty = fonts.length === 0 && colours.length === 0 && textPreset === null;
  return isEmpty || !(isWanted ?? useInRuns) ? null : { fonts, colours, textPreset };
}

/** A run from something keeps what that has, where the person says nothing else. A design keeps its layers. */
function newGeneration(
  own: GenerationBase & { cost: number },
  { source: _, title, words, instruction = "", vary, references, video, ...input }: Omit<Input, "brand">,
  source: Source,
  brand: WordsBrand | null,
): NewGeneration {
  return {
    ...input,
    ...own,
    ...source,
    ...(video ? { videoId: video.id, videoChannel: video.channel } : {}),
    referenceIds: references,
    brand,
    title: title || source.title || "Untitled",
    words: source.sourceDocument ? source.words : (words ?? source.words),
    instruction,
    vary: vary ?? null,
    retake: false,
  };
}

/** What a new run starts from. */
const nothing = (words: WordChoice): Source => ({
  sourceKind: null,
  sourceId: null,
  sourceImageId: null,
  sourceDocument: null,
  videoId: null,
  videoChannel: null,
  title: "",
  words,
});
