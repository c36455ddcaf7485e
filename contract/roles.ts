/** Role names as the documents and the user records write them. */
export const roles = ["member", "Seller", "moderator", "Admin"] as const;
export type Role = (typeof roles)[number];

export const membershipLevels = ["free", "basic", "premium"] as const;
export type MembershipLevel = (typeof membershipLevels)[number];
