export interface DeletedUser {
  name: string;
  email: string;
}

/** No mail server can ever be found for a name under `.invalid`: https://www.rfc-editor.org/rfc/rfc6761#section-6.4 */
const domain = "@deleted.invalid";

/** What an erased person is called from then on. */
export function deletedUser(userId: string): DeletedUser {
  return { name: "Deleted user", email: `deleted-${userId}${domain}` };
}

/** True for an erased person's: nobody reads it, and nothing more may be stored of whom it stands for. */
export function isDeletedUserEmail(email: string): boolean {
  return email.endsWith(domain);
}
