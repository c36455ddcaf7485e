import { mostDesigns } from "#contract/designs.ts";
import { mostRefusedADay, mostRefusedAnHour } from "#contract/generation-options.ts";
import type { ShopSettings } from "#contract/shop-settings-form.ts";
import type { Tx } from "#server/db/database.ts";
import { leavesRoomForDesigns } from "#server/features/designs/make-design.ts";
import { failure } from "#server/platform/failure.ts";
import type { NewGeneration } from "./leases.repository.ts";
import { findReachedLimit, type GenerationLimit } from "./limits.repository.ts";

const hour = 3600;
const day = 24 * hour;

const noRoomForDesigns =
  `Words as text make two designs, and you can have ${mostDesigns}, those of runs under way included. ` +
  "Please delete some that you no longer need, or choose other words.";

const underWay = (most: number) =>
  most === 1
    ? "You have a run under way, which is the most at once. Please wait until it has ended."
    : `You have ${most} runs under way, which is the most at once. Please wait until one of them has ended.`;

type Limit = GenerationLimit & { message: string; retryAfter?: number };

/**
 * Throws 429 where the person's other generations leave no room for this one, 409 where the designs do that it would make.
 * Asked in the transaction that took its
 * credit, whose row makes a person's generations come one after another: thrown, nothing is taken.
 */
export async function requireRoom(
  tx: Tx,
  generation: NewGeneration,
  { runsAtOnce, dailyCap }: Pick<ShopSettings, "runsAtOnce" | "dailyCap">,
): Promise<void> {
  if (generation.words === "text" && !(await leavesRoomForDesigns(tx, generation.userId)))
    throw failure("CONFLICT", noRoomForDesigns);
  const refused = (max: number, within: string) =>
    `The AI service refused ${max} of your runs within ${within}. Please try again later, with another prompt.`;
  const limits: Limit[] = [
    {
      counts: "unfinished",
      max: runsAtOnce,
      seconds: day,
      message: underWay(runsAtOnce),
      retryAfter: 10,
    },
    {
      counts: "refused",
      max: mostRefusedAnHour,
      seconds: hour,
      message: refused(mostRefusedAnHour, "an hour"),
    },
    { counts: "refused", max: mostRefusedADay, seconds: day, message: refused(mostRefusedADay, "24 hours") },
    {
      counts: "charged",
      // Without a cap: more than anybody makes.
      max: dailyCap || 1_000_000,
      seconds: day,
      message: `You have reached the limit of ${dailyCap} runs in 24 hours. Please try again later.`,
    },
  ];
  const reached = await findReachedLimit(tx, generation, limits);
  if (!reached) return;
  const { message, retryAfter } = limits[reached.limit]!;
  throw failure("TOO_MANY_REQUESTS", message, { retryAfter: retryAfter ?? Math.ceil(reached.seconds) });
}
