/** A day in milliseconds, where no clock is put forward or back. */
export const dayMs = 86_400_000;
