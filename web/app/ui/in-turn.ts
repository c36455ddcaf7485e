import { useState } from "react";

/** `followed`: another one was asked for since, whose outcome counts. */
type Outcome = "saved" | "refused" | "followed";

/** Saves one after another, so that what was asked for last is what stands. `save` answers whether it went through. */
export function useInTurn(): (save: () => Promise<boolean>) => Promise<Outcome> {
  const [turns] = useState(() => ({ last: Promise.resolve(true), asked: 0 }));
  return async (save) => {
    turns.asked += 1;
    const own = turns.asked;
    turns.last = turns.last.then(save);
    const isSaved = await turns.last;
    if (own !== turns.asked) return "followed";
    return isSaved ? "saved" : "refused";
  };
}
