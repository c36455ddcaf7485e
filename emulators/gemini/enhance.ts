import { nicheWords, styleWords } from "./niche-words.ts";
import { readPrompt } from "./read-prompt.ts";
import { hashText } from "./renderer/random.ts";

/** Longest answer in characters: a shop's prompt field holds 4,000. */
const longest = 3600;

/**
 * Writes a prompt out into a brief for a picture: its own idea first, then composition, light, colour,
 * lettering and finish, in words that suit its subject and style. The same prompt gives the same text.
 */
export function enhancePrompt(prompt: string): string {
  const { title, niche, style, subject } = readPrompt(prompt);
  const { focal, setting, colours } = nicheWords[niche];
  const { layout, light, type } = styleWords[style];
  const hash = hashText(prompt);
  const idea = sentence(shortened(subject, 2200));
  const words = title === "" ? "a short, punchy headline of three to five words" : `the words “${title}”`;
  const strongest = strongestWord(title);
  const parts = [
    idea,
    idea === ""
      ? `Make the focal point ${focal}, with ${setting} around it.`
      : `Turn this idea into one clear focal point, staged with the energy of ${focal}, with ${setting} around it.`,
    `Composition: ${pick(layout, hash)}. Keep a clear path from the words to the subject, fill the 16:9 frame with ` +
      "foreground, middle ground and background, and leave the lower right corner free for the video's length.",
    `Lighting: ${pick(light, hash >>> 3)}, with the subject clearly brighter than what lies behind it.`,
    `${colourPlan(subject, colours)}, with the strongest contrast where the eye should land first.`,
    `Typography: show ${words} in ${type}; legible at the size of a phone's thumb` +
      (strongest === "" ? "." : `, with “${strongest}” set apart in the accent colour.`),
    "Finish: crisp edges, natural textures, no watermark, no logos, no small print, no other text.",
  ];
  return parts
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, longest);
}

function pick(list: readonly string[], hash: number): string {
  return list[hash % list.length] ?? "";
}

function sentence(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain === "") return "";
  const capitalised = plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?…]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("! "), cut.lastIndexOf("? "));
  return end > limit / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(" "))}…`;
}

const colourWords =
  /\b(?:red|crimson|orange|amber|gold|golden|yellow|green|lime|teal|turquoise|cyan|blue|navy|purple|violet|pink|magenta|black|white|grey|gray|brown|beige|neon|pastel)\b/gi;

/** The prompt's own colours lead where it names some, and the subject's usual ones support them. */
function colourPlan(subject: string, colours: string): string {
  const named = [...new Set((subject.match(colourWords) ?? []).map((word) => word.toLowerCase()))].slice(
    0,
    3,
  );
  if (named.length === 0) return `Colour: ${colours}, at most three main hues`;
  return `Colour: build on the idea's own ${named.join(", ").replace(/, ([^,]+)$/, " and $1")}, supported by ${colours}`;
}

function strongestWord(title: string): string {
  const words = title.split(/\s+/).filter((word) => word !== "");
  return words.find((word) => /\d/.test(word)) ?? words.toSorted((a, b) => b.length - a.length)[0] ?? "";
}
