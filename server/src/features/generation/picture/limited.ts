/** Lets at most `places` pieces of work run at once; the others wait in the order in which they came. */
export function limitedTo(places: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= places) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place goes on to the next one as it is, so that nobody slips in between.
      if (next) next();
      else running -= 1;
    }
  };
}
