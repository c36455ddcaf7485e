import { useEffect, useEffectEvent, useState } from "react";

/**
 * A script that a screen asks for once it stands, for what opens over it later. Null until then; where it did not come,
 * it is asked for again as long as the screen is there.
 */
export function useLate<M>(load: () => Promise<M>): M | null {
  const [module, setModule] = useState<M | null>(null);
  const begin = useEffectEvent(load);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () =>
      begin().then(
        (loaded) => !isOver && setModule(loaded),
        () => {
          timer = setTimeout(ask, 5_000);
        },
      );
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return module;
}
