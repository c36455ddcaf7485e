import type { Routes } from "./http/mount.ts";
import type { Job } from "./jobs.ts";

/** A part of the shop: what it puts on the server, and what it does by itself. */
export interface Feature {
  routes?(routes: Routes): void;
  /** Run from the shop's start to its end. */
  jobs?: Job[];
  /** What else happens once the shop can be reached. */
  start?(): void;
  /** Called as the server begins to close, which waits for it. */
  stop?(): Promise<void> | void;
}
