import { type FaceName, fontFor, type LoadedFont } from "./fonts.ts";

const joiners = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u;

/**
 * The part of a text that the face or its fallbacks can draw: emoji and characters without a glyph go, styled
 * look-alikes ("𝗕𝗼𝗹𝗱", "Ｗｉｄｅ") become plain letters, blanks are collapsed. May be empty.
 */
export function drawableText(text: string, face: FaceName): string {
  const kept: string[] = [];
  for (const character of text.normalize("NFC")) {
    if (/\s/u.test(character)) kept.push(" ");
    else if (!joiners.test(character)) kept.push(drawableForm(character, face));
  }
  return kept.join("").replace(/ +/g, " ").trim();
}

function drawableForm(character: string, face: FaceName): string {
  const plainest = character.normalize("NFKD").replace(/\p{M}/gu, "");
  for (const form of [character, character.normalize("NFKC"), plainest]) {
    const points = [...form];
    if (points.length > 0 && points.every((point) => fontFor(face, point.codePointAt(0) ?? 0))) return form;
  }
  return "";
}

/** Whether a title is worth setting: most of its letters and digits have a glyph. */
export function isDrawable(title: string): boolean {
  const count = (text: string) => [...text].filter((character) => /[\p{L}\p{N}]/u.test(character)).length;
  const wanted = count(title.normalize("NFC"));
  const drawn = drawableText(title, "outfit");
  return drawn.length > 0 && count(drawn) >= wanted * 0.6;
}

/** A glyph of a word: outline commands in em with y up, its pen position and advance in em. */
export type WordGlyph = {
  commands: { command: string; args: number[] }[];
  x: number;
  y: number;
  advance: number;
};
export type ShapedWord = { text: string; glyphs: WordGlyph[]; width: number; rightToLeft: boolean };

/** Shapes one word, with kerning and joining forms, run by run of the fonts that hold its characters. */
export function shapeWord(text: string, face: FaceName): ShapedWord {
  const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);
  const runs = splitByFont(text, face);
  if (rightToLeft) runs.reverse();
  const glyphs: WordGlyph[] = [];
  let pen = 0;
  for (const run of runs) {
    const { unitsPerEm } = run.loaded;
    const shaped = run.loaded.font.layout(run.text);
    for (const [index, glyph] of shaped.glyphs.entries()) {
      const position = shaped.positions[index];
      if (!position) continue;
      const commands = glyph.path.commands.map((step) => ({
        command: step.command,
        args: step.args.map((value) => value / unitsPerEm),
      }));
      const x = pen + position.xOffset / unitsPerEm;
      glyphs.push({ commands, x, y: position.yOffset / unitsPerEm, advance: position.xAdvance / unitsPerEm });
      pen += position.xAdvance / unitsPerEm;
    }
  }
  return { text, glyphs, width: pen, rightToLeft };
}

function splitByFont(text: string, face: FaceName): { loaded: LoadedFont; text: string }[] {
  const runs: { loaded: LoadedFont; text: string }[] = [];
  for (const character of text) {
    const loaded = fontFor(face, character.codePointAt(0) ?? 0);
    const last = runs.at(-1);
    if (!loaded) continue;
    if (last && last.loaded === loaded) last.text += character;
    else runs.push({ loaded, text: character });
  }
  return runs;
}
