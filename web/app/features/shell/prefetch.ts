import { useCallback, useContext } from "react";
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
} from "react-router";
import { useEffectAtRest } from "#web/ui/use-effect-at-rest.ts";

/**
 * Asks for the next screen's data, scripts and styles as soon as a person means to go there: at a touch, the
 * keyboard's focus, or a pointer that rests. The router's own prefetching leaves the data in the browser's cache, where
 * an answer of a person's own must not stay, and Safari has none. One listener serves all links of an area.
 */
export function usePrefetchOnIntent(): void {
  const { router } = useContext(DataRouterContext)!;
  const { manifest, routeModules } = useContext(FrameworkContext)!;
  const load = useCallback(async () => {
    const { prefetchOnIntent } = await import("#web/features/shell/prefetch-on-intent.ts");
    return () => prefetchOnIntent({ router }, { manifest, routeModules });
  }, [router, manifest, routeModules]);
  useEffectAtRest(load);
}
