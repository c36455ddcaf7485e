/** A part of a line that is read in one direction, its signs in the order of reading. */
interface Stretch {
  text: string;
  isRightToLeft: boolean;
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\u0660-\u0669\u200f]/u;
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** One letter for each class of UAX #9, table 4; "O" is a neutral. */
const classes: readonly [RegExp, string][] = [
  [/[\p{Mn}\u200c\u200d]/u, "M"],
  [/[0-9\u06f0-\u06f9]/u, "E"],
  [/[\u0660-\u0669\u066b\u066c]/u, "N"],
  [/[+\u2212-]/u, "S"],
  [/[.,:/\u00a0\u060c]/u, "C"],
  [/[#%\u00b0\u066a\p{Sc}]/u, "T"],
  [/[\p{Script=Hebrew}\u200f]/u, "R"],
  [/[\p{Script=Arabic}\u061b\u061c\u061f\u0640]/u, "A"],
  [/[\p{L}\p{N}\p{Mc}\u200e]/u, "L"],
];
const classOf = (sign: string) =>
  (classes.find(([pattern]) => pattern.test(sign))?.[1] ?? "O").repeat(sign.length);

/**
 * The level of each UTF-16 unit of a paragraph, odd for right to left, by the Unicode Bidirectional Algorithm (UAX #9)
 * without embeddings and isolates, which nobody types into a name or an address.
 */
export function levelsOf(text: string): number[] {
  const plain = Array.from(text, classOf).join("");
  const base = /[LRA]/.exec(plain)?.[0] === "L" || !/[RA]/.test(plain) ? "L" : "R";
  const weak = `${base}${plain}`
    .replace(/([^M])(M+)/g, (_, before: string, marks: string) => before + before.repeat(marks.length))
    .replace(/A[^LR]*/g, (part) => part.replaceAll("E", "N").replaceAll("A", "R"))
    .replace(/(?<=E)[SC](?=E)/g, "E")
    .replace(/(?<=N)C(?=N)/g, "N")
    .replace(/T+(?=E)|(?<=E)T+/g, (signs) => "E".repeat(signs.length))
    .replace(/[SCT]/g, "O")
    .replace(/L[^R]*/g, (part) => part.replaceAll("E", "L"))
    .slice(1);
  const strong = `${base}${withBrackets(text, weak, base)}${base}`.replace(
    /(?<=([LREN]))O+(?=([LREN]))/g,
    (signs, before: string, after: string) =>
      (isLeft(before) === isLeft(after) ? directionOf(before) : base).repeat(signs.length),
  );
  return Array.from(strong.slice(1, -1), (letter) => {
    if (letter === "R") return 1;
    return letter === "L" && base === "L" ? 0 : 2;
  });
}

const isLeft = (letter: string) => letter === "L";
const directionOf = (letter: string) => (isLeft(letter) ? "L" : "R");

/** Rule N0: brackets go with what they hold, and both the same way. */
function withBrackets(text: string, weak: string, base: "L" | "R"): string {
  const other = base === "L" ? "R" : "L";
  let resolved = weak;
  for (const { 0: pair, index } of text.matchAll(/\([^()]*\)|\[[^[\]]*\]/g)) {
    const end = index + pair.length;
    const directions = `${base}${resolved}`.replace(/[EN]/g, "R").slice(0, end);
    const inside = directions.slice(index + 2);
    if (!/[LR]/.test(inside)) continue;
    const before = /[LR](?=[^LR]*$)/.exec(directions.slice(0, index + 1))![0];
    const taken = !inside.includes(base) && before === other ? other : base;
    resolved = `${resolved.slice(0, index)}${taken}${resolved.slice(index + 1, end - 1)}${taken}${resolved.slice(end)}`;
  }
  return resolved;
}

/**
 * The parts of a line as they stand from left to right; `partsOf` makes those of a stretch of one level. What is read from
 * right to left is turned around stretch by stretch.
 */
export function fromLeft<T>(
  levels: readonly number[],
  partsOf: (from: number, to: number, level: number) => T[],
): T[] {
  const ordered: T[] = [];
  let turned: T[] = [];
  for (let from = 0, to = 0; from < levels.length; from = to) {
    const level = levels[from]!;
    while (to < levels.length && levels[to] === level) to += 1;
    const parts = partsOf(from, to, level);
    if (level > 0) turned = [...parts, ...turned];
    else {
      ordered.push(...turned, ...parts);
      turned = [];
    }
  }
  return [...ordered, ...turned];
}

/** A line in the order in which its parts stand from left to right. */
export function visualOrder(line: string, levels: readonly number[]): Stretch[] {
  return fromLeft(levels.slice(0, line.length), (from, to, level) => {
    const text = line.slice(from, to);
    return [{ text: level === 1 ? mirrored(text) : text, isRightToLeft: level === 1 }];
  });
}

const mirrors = "()[]{}<>«»‹›";

/** Brackets open to where reading goes on. */
export function mirrored(text: string): string {
  return text.replace(/[()[\]{}<>«»‹›]/g, (sign) => mirrors[mirrors.indexOf(sign) ^ 1]!);
}
