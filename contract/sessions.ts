import { z } from "zod";

/** As the identity library answers them. */
export const identityUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const identitySession = z.object({
  id: z.string(),
  token: z.string(),
  userId: z.string(),
  expiresAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ipAddress: z.string().nullish(),
  userAgent: z.string().nullish(),
});
export type IdentitySession = z.output<typeof identitySession>;

/** The session's token, where there is one at once, and whose it is. */
export const signedIn = z.object({ token: z.string().nullable(), user: identityUser });

/** A session and whose it is. */
export const currentSession = z.object({ session: identitySession, user: identityUser });
