/** What a package promises. Beside the schemas of its calls, so that a visitor's page can reckon without their library. */

/** The names of a package's feature lines, in the order in which a card shows them. */
export const pointNames = [
  "pointOne",
  "pointTwo",
  "pointThree",
  "pointFour",
  "pointFive",
  "pointSix",
  "pointSeven",
  "pointEight",
  "pointNine",
  "pointTen",
] as const;
export type PointName = (typeof pointNames)[number];

/** A package's feature lines, blank ones left out. */
export function pointsOf(found: Record<PointName, string>): string[] {
  return pointNames.map((name) => found[name]).filter((point) => point.trim() !== "");
}

/** The shop's settings that a package's worth depends on: what a run takes, and what it needs to start. */
export interface GenerationTerms {
  cost: number;
  minimumBalance: number;
}

/** A run makes two pictures. */
export const thumbnailsOfGeneration = 2;

/** In minor units and rounded up, so that a card never names less than a thumbnail costs; null without credits or a price. */
export function thumbnailPrice(priceMinor: number, credit: number, { cost }: GenerationTerms): number | null {
  return credit < cost || priceMinor <= 0
    ? null
    : Math.ceil((priceMinor * cost) / (credit * thumbnailsOfGeneration));
}

/** How many runs a balance of so many credits is good for, and what is left of it then. */
export function runsOf(
  credit: number,
  { cost, minimumBalance }: GenerationTerms,
): { runs: number; left: number } {
  const needed = Math.max(cost, minimumBalance);
  const runs = credit < needed ? 0 : Math.floor((credit - needed) / cost) + 1;
  return { runs, left: credit - runs * cost };
}
