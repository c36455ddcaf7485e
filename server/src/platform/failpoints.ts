/** Every moment at which a crash could leave something half done, in the order of its work. */
export const failpoints = [
  "before-create",
  "after-create",
  "before-capture",
  "after-capture",
  "before-record",
  "inside-fulfilment",
  "after-record",
  "webhook-verified",
  "webhook-taken",
  "before-refund",
  "after-refund",
  "generation-accepted",
  "pictures-made",
  "pictures-stored",
  "generation-ended",
  "words-read",
  "mail-claimed",
  "mail-accepted",
  "mail-recorded",
  "delivery-claimed",
  "delivery-answered",
  "delivery-recorded",
  "thumbnail-kept",
  "thumbnail-setting",
  "thumbnail-set",
] as const;

/**
 * Ends the process as a power cut would when a test asked for it: FAILPOINT names the point, and NODE_ENV must be
 * "test". Elsewhere it does nothing.
 */
export function failpoint(name: (typeof failpoints)[number]): void {
  if (process.env.NODE_ENV === "test" && process.env.FAILPOINT === name) process.kill(process.pid, "SIGKILL");
}
