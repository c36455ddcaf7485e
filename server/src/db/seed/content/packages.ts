import type { MembershipLevel } from "#contract/roles.ts";

export type DefaultPackage = {
  name: string;
  priceMinor: number;
  credit: number;
  validityDays: number;
  membershipLevel: MembershipLevel;
  /** pointOne to pointTen, in order. */
  points: string[];
};

/** In the order of the cards: the second carries 'Most Popular'. */
export const demoPackages: DefaultPackage[] = [
  {
    name: "Starter",
    priceMinor: 600,
    credit: 10,
    validityDays: 30,
    membershipLevel: "basic",
    points: [
      "10 credits: 10 runs, 20 thumbnails",
      "Basic membership for 30 days",
      "All 32 niches and all 5 styles",
      "1280×720 PNG files under 2 MB",
      "A failed run gives its credit back",
      "Credits stay when the membership ends",
    ],
  },
  {
    name: "Creator",
    priceMinor: 1500,
    credit: 30,
    validityDays: 90,
    membershipLevel: "premium",
    points: [
      "30 credits: 30 runs, 60 thumbnails",
      "Premium membership for 90 days",
      "All 32 niches and all 5 styles",
      "Enhance Prompt included",
      "1280×720 PNG files under 2 MB",
      "A private gallery of everything you make",
      "A failed run gives its credit back",
      "Credits stay when the membership ends",
    ],
  },
  {
    name: "Studio",
    priceMinor: 3900,
    credit: 100,
    validityDays: 365,
    membershipLevel: "premium",
    points: [
      "100 credits: 100 runs, 200 thumbnails",
      "Premium membership for 365 days",
      "The lowest price per credit of the three",
      "All 32 niches and all 5 styles",
      "Enhance Prompt included",
      "1280×720 PNG files under 2 MB",
      "A private gallery of everything you make",
      "A receipt in PDF for your books",
      "A failed run gives its credit back",
      "Credits stay when the membership ends",
    ],
  },
];
