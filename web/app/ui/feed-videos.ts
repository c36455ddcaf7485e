/**
 * Picture, title, channel with its views, length. All channels are invented. They come with the page, as its
 * scripts have no room for them.
 */
export const feedVideos = `strip-van|This Van Cost $900|Rust & Road · 41K views|12:48
pair-night-train-a|14 Hours on a Night Train|Your channel|18:05
strip-guitar|Four Chords, Forty Songs|Low Tuning · 126K views|9:31
strip-puppy|Week One With a Puppy|Paws Ahead · 8K views|7:14
strip-experiments|Three Failed Experiments|Lab Coat Off · 63K views|15:20
pair-night-train-b|14 Hours on a Night Train|Your channel|18:05
strip-tomatoes|Tomatoes Without a Garden|Balcony Acre · 17K views|10:02
strip-ruins|The City Under the Lake|Deep Past · 230K views|22:47`
  .split("\n")
  .map((line) => line.split("|"));

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
