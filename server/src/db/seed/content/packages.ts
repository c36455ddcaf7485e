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

/**
 * In the order of the cards: the second carries 'Most Popular'. The lines say what differs from card to card; what a
 * thumbnail costs and how many runs there are in it is counted from the settings where the card is shown.
 */
export const demoPackages: DefaultPackage[] = [
  {
    name: "Starter",
    priceMinor: 600,
    credit: 10,
    validityDays: 30,
    membershipLevel: "basic",
    points: ["10 credits", "Basic membership for 30 days"],
  },
  {
    name: "Creator",
    priceMinor: 1500,
    credit: 30,
    validityDays: 90,
    membershipLevel: "premium",
    points: ["30 credits", "Premium membership for 90 days"],
  },
  {
    name: "Studio",
    priceMinor: 3900,
    credit: 100,
    validityDays: 365,
    membershipLevel: "premium",
    points: ["100 credits", "Premium membership for 365 days"],
  },
];
