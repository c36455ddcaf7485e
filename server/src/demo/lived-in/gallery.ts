import { setTimeout as pause } from "node:timers/promises";
import type { Niche, Style } from "#contract/generation-options.ts";
import { type Caller, type Callers, newKey } from "./callers.ts";

/** The run with these words fails; the others are drawn. */
export const refusedWords = "a famous logo on fire";

const runs: [title: string, niche: Niche, style: Style, customPrompt: string][] = [
  ["I Tried Every Noodle Shop in Oslo", "food", "colorful", "Steam, chopsticks and a neon sign"],
  ["Build a Desk for 40 Euros", "diy", "bold", "Sawdust, a drill, before and after"],
  ["The Quiet Side of Bergen", "travel", "minimal", "Fog over wooden houses"],
  ["Learn Chords in One Evening", "music", "playful", "A guitar and three coloured dots"],
  ["What Nobody Tells You About Invoices", "business", "professional", "A desk, a calm face"],
  ["Logos Gone Wrong", "comedy", "bold", refusedWords],
  ["Speedrun: 12 Bosses, No Hits", "gaming", "bold", "A boss door and a stopwatch"],
  ["My Cat Rates Cheap Toys", "pets", "playful", "A sceptical cat"],
  ["Sourdough Without the Fuss", "cooking", "minimal", "One loaf, a lot of air"],
  ["Black Holes in Six Minutes", "science", "colorful", "Rings of light"],
  ["A Garden on a Balcony", "gardening", "colorful", "Tomatoes against a city"],
  ["Is This Phone Worth It?", "tech", "professional", "A phone beside a price tag"],
  ["Run 5 km in Four Weeks", "fitness", "bold", "Shoes on wet asphalt"],
];

/** A member's pictures in every style, and one run that failed and gave its credit back. */
export async function fillGallery({ call, readFile }: Callers, member: Caller): Promise<Buffer> {
  let newest = "";
  for (const [title, niche, style, customPrompt] of runs) {
    const body = { title, niche, style, customPrompt, idempotencyKey: newKey() };
    const { id } = (await call(member, "POST", "/api/generations", body)).data;
    for (;;) {
      const { data } = await call(member, "GET", `/api/generations/${id}`);
      if (data.stage === "done") newest = data.images[0].url;
      if (data.stage === "done" || data.stage === "failed") break;
      await pause(100);
    }
  }
  return readFile(member, newest);
}
