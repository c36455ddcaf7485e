export interface Pseudonym {
  name: string;
  email: string;
}

/** No mail server can ever be found for a name under `.invalid` (RFC 6761). */
const domain = "@deleted.invalid";

/** Who an erased person is from then on. */
export function pseudonymOf(userId: string): Pseudonym {
  return { name: "Deleted user", email: `deleted-${userId}${domain}` };
}

/** True for an erased person's: nobody reads it, and nothing more may be kept of whom it stands for. */
export function isPseudonym(email: string): boolean {
  return email.endsWith(domain);
}
