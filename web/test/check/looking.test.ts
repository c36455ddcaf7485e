import { describe, expect, it } from "vitest";
import { checkStateOf, isLength } from "#web/ui/check/check-state.ts";
import { sentenceOf } from "#web/ui/check/sentences.ts";
import { shuffled } from "#web/ui/feed-videos.ts";

describe("what is looked at", () => {
  it("is said by the address, and by what is usual where that says nothing that is known", () => {
    expect(checkStateOf("?place=suggested&theme=dark&length=1:02:03&seed=7&watched=no")).toEqual({
      place: "suggested",
      theme: "dark",
      length: "1:02:03",
      seed: 7,
      watched: false,
    });
    const usual = { place: "home", theme: null, length: "12:34", seed: 0, watched: true };
    expect(checkStateOf("")).toEqual(usual);
    expect(checkStateOf("?place=cinema&theme=pink&length=<b>&seed=-1&watched=")).toEqual(usual);
    expect(checkStateOf("?seed=1e99&length=99:99").seed).toBe(0);
  });

  it("has a length of minutes and seconds, or of hours as well", () => {
    expect(["0:05", "9:31", "59:59", "1:02:03", "12:00:00"].map(isLength)).toEqual(Array(5).fill(true));
    expect(["", "5", "1:2", "12:60", "1:2:3:4", "1:75:00", " 1:00", "1:00x"].map(isLength)).toEqual(
      Array(8).fill(false),
    );
  });

  it("lies among the same neighbours in the same order for one seed, and in others for another", () => {
    const names = (seed: number) => shuffled(seed).neighbours.map(({ title }) => title);
    expect(names(3)).toEqual(names(3));
    const orders = new Set([0, 1, 2, 3, 4, 5].map((seed) => names(seed).join()));
    expect(orders.size).toBe(6);
    for (const seed of [0, 1, 99, 1_000_000]) expect(new Set(names(seed)).size).toBe(6);
  });
});

describe("a fault", () => {
  it("is told with its measure, never as being at the limit that it is below", () => {
    const layer = { id: "a", text: "small print", isLocked: false };
    expect(sentenceOf({ what: "letters", mark: "bad", value: 7.99, layer }).said).toBe(
      "“small print” is 7.9 px high at 168 px.",
    );
    expect(sentenceOf({ what: "contrast", mark: "bad", value: 4.49, layer }).said).toContain("4.4 : 1");
    const locked = { ...layer, isLocked: true };
    expect(sentenceOf({ what: "badge", mark: "bad", layer: locked }).advice).toContain("unlock it first");
  });
});
