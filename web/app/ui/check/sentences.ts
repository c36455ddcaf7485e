import { isWide } from "#drawing/check/check-picture.ts";
import type { Finding } from "#drawing/check/finding.ts";
import { leastContrast, leastLetters, mostWords, smallestWidth } from "#drawing/check/limits.ts";

/** What was measured, and what can be done about it. */
interface Sentence {
  said: string;
  advice?: string;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e5 ? 2 : 1)} MB`;
const ratio = (value: number) => `${value.toFixed(1)} : 1`;
const count = (words: number) => (words === 0 ? "No words" : words === 1 ? "1 word" : `${words} words`);
/** Rounded down: just below a limit is not at it. */
const floored = (value: number, step: number) => Math.floor(value / step) * step;

function share(value: number): string {
  const percent = 100 * value;
  if (percent === 0) return "Nothing";
  return percent < 1 ? "Less than 1 %" : `${Math.round(percent)} %`;
}

function quoted(layer: Finding["layer"]): string {
  const text = layer?.text ?? "";
  const letters = [...text];
  return letters.length > 40 ? `“${letters.slice(0, 39).join("").trimEnd()}…”` : `“${text}”`;
}

const unlock = (layer: Finding["layer"]) => (layer?.isLocked ? " It is locked: unlock it first." : "");

const dimensions = (size: Finding["size"]) => `${size?.width}×${size?.height}`;
type Say = (finding: Finding, value: number) => Sentence;

const good: Record<Finding["what"], Say> = {
  letters: (_, value) => ({
    said: `The smallest letters are ${Math.floor(value)} px high at ${smallestWidth} px.`,
  }),
  contrast: (_, value) => ({ said: `All letters stand off what is behind them, ${ratio(value)} or more.` }),
  range: () => ({ said: "It has light and dark parts." }),
  badge: () => ({ said: "Nothing of weight lies under the video's length." }),
  corner: () => ({ said: "Little goes on in the lower right corner." }),
  words: (_, value) => ({ said: `${count(value)}.` }),
  bytes: (_, value) => ({
    said: value
      ? `The file has ${megabytes(value)}, less than the 2 MB that are taken.`
      : "Its download has less than 2 MB.",
  }),
  alike: (_, value) => ({ said: `${share(value)} of the two pictures differs.` }),
  shape: ({ size }) => ({ said: `It is 16 : 9, ${dimensions(size)}.` }),
  moves: () => ({ said: "It stands still." }),
};

const bad: Record<Finding["what"], Say> = {
  letters: ({ layer }, value) => ({
    said: `${quoted(layer)} is ${floored(value, 0.1).toFixed(1)} px high at ${smallestWidth} px.`,
    advice: `Make it larger: below ${leastLetters} px few can read it.${unlock(layer)}`,
  }),
  contrast: ({ layer }, value) => ({
    said: `${quoted(layer)} has a contrast of ${ratio(floored(value, 0.1))} with what is behind it.`,
    advice: `Give it an outline, a plate or another colour: from ${ratio(leastContrast)} on it is easy to read.${unlock(layer)}`,
  }),
  range: (_, value) => ({
    said: `Its lightest and darkest parts are ${ratio(floored(value, 0.1))} apart, so no letters on it reach ${ratio(leastContrast)}.`,
    advice: "Make what is behind the letters darker or lighter.",
  }),
  badge: ({ layer }) => ({
    said: `${quoted(layer)} lies under the video's length.`,
    advice: `Move it up or to the left.${unlock(layer)}`,
  }),
  corner: () => ({
    said: "Much goes on in the lower right corner, which the video's length covers.",
    advice: "See whether something is lost there.",
  }),
  words: (_, value) => ({
    said: `${count(value)}.`,
    advice: `More than ${mostWords} are seldom read at a glance: keep those that carry it.`,
  }),
  bytes: (_, value) => ({
    said: `The file has ${megabytes(value)}, more than the 2 MB that are taken.`,
    advice: "Save it as a JPEG, or at 1280×720.",
  }),
  alike: (_, value) => ({
    said: `${share(value)} of the two pictures differs.`,
    advice:
      "They are nearly the same, and a test of them would teach little: let one thing differ that is seen.",
  }),
  shape: ({ size }) =>
    size && isWide(size)
      ? {
          said: `It is ${dimensions(size)}, narrower than the 640 pixels that are asked for.`,
          advice: "Save it larger, at best at 1280×720: small ones are blurred on a television.",
        }
      : {
          said: `It is ${dimensions(size)}, and a video's picture is 16 : 9.`,
          advice: "Cut it to 1280×720: what is missing is filled with bars.",
        },
  moves: () => ({
    said: "It moves, and a thumbnail doesn't.",
    advice: "What you see is its first picture: save that as PNG or JPEG.",
  }),
};

const unknown: Sentence = {
  said: "How large its letters are, a drawn picture does not tell.",
  advice: `Read them yourself under Suggested, where it is ${smallestWidth} px wide.`,
};

export function sentenceOf(finding: Finding): Sentence {
  if (finding.mark === "unknown") return unknown;
  return (finding.mark === "good" ? good : bad)[finding.what](finding, finding.value ?? 0);
}
