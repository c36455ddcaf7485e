/** Role names as the documents and the user records write them. */
export const roles = ["member", "Seller", "moderator", "Admin"] as const;
export type Role = (typeof roles)[number];

export const isAdmin = (person: { role: Role } | null): boolean => person?.role === "Admin";
/** Who answers tickets, and may be asked for a second factor. */
export const isSupportStaff = ({ role }: { role: Role }): boolean => role === "Admin" || role === "moderator";
/** Sellers as well: their passwords are longer, and their sessions end sooner. */
export const isStaff = (role: Role): boolean => role !== "member";

export const membershipLevels = ["free", "basic", "premium"] as const;
export type MembershipLevel = (typeof membershipLevels)[number];
