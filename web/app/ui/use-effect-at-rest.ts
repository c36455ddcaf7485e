import { useEffect } from "react";
import { whenAtRest } from "#web/ui/when-at-rest.ts";

/**
 * An effect whose script comes once the browser has nothing more urgent to do, for what a screen can do without: where the
 * script does not come, there is none. `load` keeps its identity.
 */
export function useEffectAtRest(load: () => Promise<() => () => void>): void {
  useEffect(() => {
    let isOver = false;
    let end = () => {};
    whenAtRest(() => {
      if (isOver) return;
      load().then(
        (begin) => {
          if (!isOver) end = begin();
        },
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      end();
    };
  }, [load]);
}
