import { expect, test } from "vitest";
import { compareWords, hasLetters } from "#server/features/generations/compare-words.ts";

test.each([
  ["HOW I BUILT A SHOP", "How I built a shop"],
  ["How I\nBuilt a\nShop!", "How I built a shop"],
  ["QUIT YOUR 9 5", "Quit Your 9–5"],
  ["Salt & Pepper", "SALT PEPPER"],
  ["GROẞE STRASSE", "Große Straße"],
  ["Ｗｉｄｅ", "wide"],
  ["ΟΔΟΣ", "οδος"],
  ["日本の旅", "日本の旅 🇯🇵"],
  ["Minecraft Speed\nrun", "Minecraft Speedrun"],
])("%j says %j", (read, title) => expect(compareWords(read, title)).toEqual({ matches: true }));

test.each([
  ["HOW I BIULT A SHOP", "How I built a shop"],
  ["HOW I BUILT A A SHOP", "How I built a shop"],
  ["HOW I BUILT", "How I built a shop"],
  ["HOW I BUILT A SHOP NOW", "How I built a shop"],
  ["The Honest Thruth", "The Honest Truth"],
  ["$1,000 a day", "$10,000 a day"],
  ["WOWW", "Wow"],
  ["Cafe", "Café"],
  ["DYI", "DIY"],
  ["Q&S", "Q&A"],
  ["BOG NWES", "Big news"],
  ["HWO TI WROKS", "How it works"],
  ["日木", "日本"],
])("%j differs from %j", (read, title) => expect(compareWords(read, title)).toEqual({ matches: false }));

test.each([
  ["", "How I built a shop"],
  ["", "AI"],
  ["OK", "AI"],
  ["大阪", "東京"],
  ["Große Neuigkeiten", "Big news"],
  ["Wie ich einen Laden eröffnet habe", "How I built a shop"],
  ["Слова на изображении", "How I built a shop"],
  ["I am a large language model", "Quit Your 9-5"],
  ["the the the the", "How I Made $10,000 in 30 Days"],
])("%j says more of its reader than of a picture of %j", (read, title) =>
  expect(compareWords(read, title)).toBeNull(),
);

test.each([
  ["BUY NWO", 'Letter it as "Buy nwo!"', null],
  ["BUY NWO", "in big letters: B-U-Y N-W-O", null],
  ["BUY", "Just the word “buy” in red", null],
  ["NOW", "A man who runs now, in red", { matches: false }],
  ["BUY NWO", "Letter it as BUY NOW, and nwo in small", { matches: false }],
  ["BUY", "BUY NOW buy now, all in red", { matches: false }],
  ["BY NOW", "Nearby nowhere", { matches: false }],
  ["BUY NOW", "Letter it as buy nwo", { matches: true }],
])("%j for 'Buy now', where the prompt says %j", (read, prompt, expected) =>
  expect(compareWords(read, "Buy now", { prompts: ["", prompt], changes: [] })).toEqual(expected),
);

test.each([
  ["MY DOG STORY", "Change the word cat to dog", null],
  ["MY DGO STORY", "Change the word cat to dog", null],
  ["MY CAT STORY PART 2", "Add PART 2 below the title", null],
  ["MY CAT", "Remove the word story", null],
  ["MY CAT", "Darker background", null],
  ["MY CAT STORY", "Darker background", { matches: true }],
  ["MY CTA STORY", "Darker background", { matches: false }],
  ["MY CTA STORY", "", { matches: false }],
  ["MY CAT", "", { matches: false }],
])("%j for 'My cat story' that was changed by %j", (read, change, expected) =>
  expect(compareWords(read, "My cat story", { prompts: [], changes: change ? [change] : [] })).toEqual(
    expected,
  ),
);

test("a change of a title whose script parts no words is one of its letters", () => {
  const asked = { prompts: [], changes: ["旅を道にして"] };
  expect(compareWords("日本の道", "日本の旅", asked)).toBeNull();
  expect(compareWords("日木の旅", "日本の旅", { prompts: [], changes: ["背景を暗く"] })).toEqual({
    matches: false,
  });
});

test("a title of signs alone has nothing to spell", () => {
  expect(hasLetters("🔥🔥 !!! —")).toBe(false);
  expect(hasLetters("🔥 5")).toBe(true);
});
