/** What every stream of events sends to a browser by itself, with nothing in it, so that its reader knows of its end. */
export const aliveEvent = "alive";

/** Between two of them. */
export const aliveSeconds = 20;

/** That one person has open at once, of one call. */
export const mostStreams = 20;
