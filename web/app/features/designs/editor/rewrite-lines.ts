import { mostCharacters, mostLines, mostSpans, type TextLayer } from "#contract/design-document.ts";
import { withoutControls } from "#contract/plain-text.ts";

type Lines = TextLayer["lines"];

interface Letter {
  letter: string;
  fill: string | undefined;
}

/** As keyboards, word processors and web pages write it. */
const lineEnd = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;

const printed = (line: string) => withoutControls(line.replace(/\t/g, " "));

export const textOf = (lines: Lines): string =>
  lines.map((spans) => spans.map(({ text }) => text).join("")).join("\n");

/**
 * The lines of a text that was typed anew. What stands before and after the change keeps its colours; what was put in
 * takes the colour before it. Beyond the limits of a text the rest is left away, and so is what no document takes: what is
 * pasted brings signs that nobody sees.
 */
export function rewriteLines(lines: Lines, typed: string): Lines {
  const old = lettersOf(lines);
  const fresh = [...typed.split(lineEnd).map(printed).join("\n")];
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head]!.letter === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail)!.letter === fresh.at(-1 - tail)) tail += 1;
  const before = (head > 0 ? old[head - 1] : old[0])?.fill;
  const letters = fresh.map((letter, at) => {
    if (at < head) return old[at]!;
    if (at >= fresh.length - tail) return old[at - fresh.length + old.length]!;
    return { letter, fill: before };
  });
  return linesOf(letters);
}

/** The same text, its letters from `start` up to `end` in a colour; undefined for the layer's own. Line ends count as one. */
export function colourLetters(lines: Lines, start: number, end: number, fill: string | undefined): Lines {
  return linesOf(
    lettersOf(lines).map((one, at) => (at >= start && at < end ? { letter: one.letter, fill } : one)),
  );
}

/** The colour of its own that the letter there has; undefined where it is the layer's. */
export const fillAt = (lines: Lines, at: number): string | undefined => lettersOf(lines)[at]?.fill;

function lettersOf(lines: Lines): Letter[] {
  return lines.flatMap((spans, index) => {
    const letters = spans.flatMap(({ text, fill }) => [...text].map((letter) => ({ letter, fill })));
    return index === 0 ? letters : [{ letter: "\n", fill: letters[0]?.fill }, ...letters];
  });
}

function linesOf(letters: readonly Letter[]): Lines {
  const lines: Lines = [[]];
  let count = 0;
  for (const { letter, fill } of letters) {
    if (letter === "\n") {
      if (lines.length === mostLines) break;
      lines.push([]);
      continue;
    }
    if (count === mostCharacters) break;
    count += 1;
    const line = lines.at(-1)!;
    const last = line.at(-1);
    if (last && (last.fill === fill || line.length === mostSpans)) last.text += letter;
    else line.push(fill === undefined ? { text: letter } : { text: letter, fill });
  }
  return lines;
}
