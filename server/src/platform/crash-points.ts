/**
 * Ends the process as a power cut would when a test asked for it: CRASH_AT names the point, and NODE_ENV must be
 * "test". Elsewhere it does nothing.
 */
export function crashPoint(name: string): void {
  if (process.env.NODE_ENV === "test" && process.env.CRASH_AT === name) process.kill(process.pid, "SIGKILL");
}
