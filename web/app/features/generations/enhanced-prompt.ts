import { type GeneratorForm, type Origin, originOf } from "#web/features/generations/form-state.ts";
import { shownTitle } from "#web/features/generations/templates.ts";

/** An enhanced prompt as the screen shows it. */
export interface ShownEnhanced {
  text: string;
  /** What of the form has changed so that the text no longer belongs to it: it is folded away, and not sent. */
  outdated: keyof Origin | null;
}

/** The enhanced prompt with the present title in it; null where there is none. */
export function shownEnhanced(form: GeneratorForm): ShownEnhanced | null {
  if (form.enhanced === null) return null;
  const { text, origin } = form.enhanced;
  const present = originOf(form);
  const titled = exchangeTitle(text, origin.title, present.title);
  const changed = (["niche", "style", "prompt"] as const).find((part) => origin[part] !== present[part]);
  return { text: titled.text, outdated: titled.outdated ? "title" : (changed ?? null) };
}

/** What is sent beside the custom prompt; empty where that is to be used. */
export function enhancedToSend(form: GeneratorForm): string {
  const shown = shownEnhanced(form);
  return shown && shown.outdated === null ? shown.text.trim() : "";
}

/**
 * The text with another title in place of the one it was made for. Outdated where it does not say that title word by
 * word, or afterwards still quotes words of it, as models do to set one apart ("with “2026” in yellow").
 */
function exchangeTitle(text: string, earlier: string, present: string): { text: string; outdated: boolean } {
  if (earlier === present || text.trim() === "") return { text, outdated: false };
  const [from, to] = [shownTitle(earlier), shownTitle(present)];
  const pieces = text.split(wholeWords(from, "gu"));
  if (pieces.length === 1) {
    // Made before there was a title, and without the words that stand for one: it names no other.
    return { text, outdated: earlier !== "" || holds(text, from) };
  }
  const exchanged = pieces.join(to);
  const left = [...exchanged.matchAll(quoted)].map(([, words]) => words!);
  return {
    text: exchanged,
    outdated: [from, ...left].some(
      (words) => holds(from, words) && holds(exchanged, words) && !holds(to, words),
    ),
  };
}

const quoted = /(?<![\p{L}\p{N}])["“„«‘'](.+?)["”“»’'](?![\p{L}\p{N}])/gu;

function holds(text: string, words: string): boolean {
  return wholeWords(words.trim(), "iu").test(text);
}

/** Not within another word: "Art" is not in "Start". */
function wholeWords(words: string, flags: string): RegExp {
  const literal = words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, flags);
}
