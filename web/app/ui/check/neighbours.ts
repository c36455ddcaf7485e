import { feedVideos } from "#web/ui/feed-videos.ts";

/** A video among which a thumbnail is shown. */
export interface Neighbour {
  picture: string;
  title: string;
  byline: string;
  length: string;
}

const neighbours: Neighbour[] = feedVideos
  .filter(([picture]) => picture!.startsWith("strip-"))
  .map(([picture, title, byline, length]) => ({
    picture: picture!,
    title: title!,
    byline: byline!,
    length: length!,
  }));

/** All neighbours in an order of the seed's, and how many of them come before the thumbnail. */
export function shuffled(seed: number): { neighbours: Neighbour[]; before: number } {
  const random = randomOf(seed);
  const left = [...neighbours];
  const order = neighbours.map(() => left.splice(Math.floor(random() * left.length), 1)[0]!);
  // At first it is where everybody looks first.
  return { neighbours: order, before: seed === 0 ? 0 : Math.floor(random() * 4) };
}

/** Mulberry32: the same seed gives the same numbers in every browser. */
function randomOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
