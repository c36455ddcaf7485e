import { type ComponentType, lazy } from "react";

/**
 * A component whose script comes late and that the server renders all the same; it stands in a <Suspense>. Where the
 * script does not come, `Missing` stands in its place: an error that is thrown would take the whole screen.
 */
export function lateComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing: ComponentType<P>,
) {
  return lazy(async () => ({ default: await load().catch(() => Missing) }));
}
