import { dayMs } from "#contract/day.ts";

export type Chance = ReturnType<typeof createChance>;

/** Sunday to Saturday: videos are made ready at the weekend. */
const weekdays = [1.5, 0.8, 0.85, 0.95, 1.1, 1.15, 1.4];
/** By UTC hour: a quiet night, a long evening. */
const hours = [
  0.2, 0.1, 0.1, 0.1, 0.1, 0.2, 0.4, 0.7, 1, 1.1, 1.1, 1, 1, 1.1, 1.1, 1.2, 1.4, 1.7, 2, 2.1, 1.9, 1.4, 0.9,
  0.5,
];

/** The same seed gives the same history: mulberry32. */
export function createChance(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const chance = {
    /** True in that share of cases. */
    hits: (share: number) => next() < share,
    between: (from: number, to: number) => from + next() * (to - from),
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!,
    /** A moment between the two, with the rhythm of a week and a day. */
    moment(from: Date, to: Date): Date {
      for (;;) {
        const at = new Date(chance.between(from.getTime(), to.getTime()));
        const weight = weekdays[at.getUTCDay()]! * hours[at.getUTCHours()]!;
        if (chance.hits(weight / 3.15)) return at;
      }
    },
    /** So many days later, the hour of the day as it comes. */
    daysAfter: (from: Date, least: number, most: number) =>
      chance.moment(
        new Date(from.getTime() + least * dayMs),
        new Date(from.getTime() + Math.max(most, least + 0.5) * dayMs),
      ),
  };
  return chance;
}

export const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);
