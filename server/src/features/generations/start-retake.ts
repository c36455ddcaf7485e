import { retakeHours } from "#contract/generation-options.ts";
import type { Tx } from "#server/db/database.ts";
import { isUniqueViolation } from "#server/db/errors.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type Accepted,
  acceptGeneration,
  type GenerationBase,
  type GenerationTools,
} from "./accept-generation.ts";
import { requireSource } from "./find-source.ts";
import { findGenerationByKey } from "./generations.repository.ts";
import type { NewGeneration } from "./leases.repository.ts";
import { findOffer, type Offer } from "./spelling.repository.ts";

interface Request {
  userId: string;
  id: string;
  position: string;
  idempotencyKey: string;
}

/**
 * Starts the free new take of a picture whose words were spelt wrong: a run as any other, which costs nothing. However
 * many ask at once, one starts, by a unique index. It takes no balance, counts among the person's limits, and where it fails
 * it can be started again, since nothing was delivered.
 */
export async function startRetake(
  platform: Platform,
  tools: GenerationTools,
  { userId, id, position, idempotencyKey }: Request,
): Promise<Accepted> {
  const offer =
    isId(id) && /^[12]$/.test(position) ? await findOffer(platform.db, userId, id, Number(position)) : null;
  // It may have been started before, and what it came from is gone.
  if (!offer && !(await findGenerationByKey(platform.db, userId, idempotencyKey))) throw failure("NOT_FOUND");
  try {
    return await acceptGeneration(platform, tools, {
      userId,
      idempotencyKey,
      sent: ["retake", id, position],
      make: (tx, base) => retakeOf(tx, base, offer),
    });
  } catch (error) {
    if (isUniqueViolation(error, "generations_retake_once")) throw failure("CONFLICT", refusals.taken);
    throw error;
  }
}

const refusals: Record<Exclude<Offer["status"], "offered">, string> = {
  none: "There is no free take of this thumbnail.",
  taken: "The free take of this thumbnail was taken already.",
  expired: `The free take of this thumbnail was offered for ${retakeHours} hours.`,
};

async function retakeOf(tx: Tx, base: GenerationBase, offer: Offer | null): Promise<NewGeneration> {
  if (!offer) throw failure("NOT_FOUND");
  const { imageId, title, niche, style, status } = offer;
  if (status !== "offered") throw failure("CONFLICT", refusals[status]);
  return {
    ...base,
    ...(await requireSource(tx, base.userId, { kind: "picture", id: imageId })),
    title,
    niche,
    style,
    customPrompt: "",
    enhancedPrompt: "",
    words: "drawn",
    instruction: "",
    vary: null,
    referenceIds: [],
    brand: null,
    retake: true,
    cost: 0,
  };
}
