/** In days; a key that is made without one does not expire. */
export const keyLifetimes = [30, 90, 365] as const;
