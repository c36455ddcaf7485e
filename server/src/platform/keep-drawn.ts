const keptFailureMs = 60_000;

/**
 * Keeps what is drawn of a stored picture, `most` of them at once, so that it is drawn once; null where `draw` has nothing or
 * fails. What brought nothing, as a store of files that is away does, is tried again after a minute, not by everyone who asks.
 */
export function keepDrawn<Drawn>(
  most: number,
): (name: string, draw: () => Promise<Drawn | null>) => Promise<Drawn | null> {
  const kept = new Map<string, Promise<Drawn | null>>();
  return (name, draw) => {
    const known = kept.get(name);
    if (known) return known;
    const drawn = draw()
      .catch(() => null)
      .then((found) => {
        if (found === null) setTimeout(() => kept.delete(name), keptFailureMs).unref();
        return found;
      });
    if (kept.size >= most) kept.clear();
    kept.set(name, drawn);
    return drawn;
  };
}
