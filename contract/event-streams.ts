/** What every stream of events sends by itself, with nothing in it, so that its reader knows of its end. */
export const aliveEvent = "alive";

/** Between two of them. */
export const aliveSeconds = 20;
