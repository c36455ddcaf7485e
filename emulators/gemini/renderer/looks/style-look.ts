import type { TextPaint } from "../draw-text.ts";
import type { FaceName } from "../fonts.ts";
import type { Paints } from "../paints.ts";
import type { Palette } from "../palettes.ts";
import type { Plan } from "../plan.ts";
import type { Random } from "../random.ts";
import type { Mood } from "../scenes/scene.ts";
import type { TextBlock } from "../text-block.ts";

export type LookKit = { palette: Palette; paints: Paints; random: Random; plan: Plan; mood: Mood };

/** What a style adds to the same place, person and thing. */
export type StyleLook = {
  face: FaceName;
  upperCase: boolean;
  maxSize: number;
  maxLines: number;
  leading: number;
  tracking?: number;
  degrees?: number;
  /** Over the place, out of focus with it: what darkens, lightens or colours it. */
  grade: (kit: LookKit) => string;
  /** Behind the person, sharp. */
  behind?: (kit: LookKit) => string;
  /** Under and over the words. */
  under?: (kit: LookKit, text: TextBlock) => string;
  over?: (kit: LookKit, text: TextBlock) => string;
  paint: (kit: LookKit) => TextPaint;
  borders: (palette: Palette) => readonly (readonly [colour: string, width: number])[];
  objectBorder: number;
};

/** From the words' side to the middle; the words keep their contrast whatever the place is. */
export function scrim({ paints, plan }: LookKit, colour: string, strength: number): string {
  if (plan.align === "centre") {
    const down = paints.linear(90, [
      [0, colour, strength],
      [0.36, colour, strength * 0.8],
      [0.6, colour, 0],
    ]);
    return `<rect width="1280" height="720" fill="${down}"/>`;
  }
  const across = paints.linear(plan.side === "left" ? 0 : 180, [
    [0, colour, strength],
    [0.3, colour, strength * 0.8],
    [0.62, colour, 0],
  ]);
  return `<rect width="1280" height="720" fill="${across}"/>`;
}

export function vignette({ paints }: LookKit, strength: number): string {
  const dark = paints.radial(640, 340, 860, [
    [0.5, "#000000", 0],
    [1, "#000000", strength],
  ]);
  return `<rect width="1280" height="720" fill="${dark}"/>`;
}

/** The light that parts the subject from the place behind. */
export function subjectGlow({ paints, plan }: LookKit, colour: string, strength: number): string {
  const at = plan.person ?? plan.object;
  if (!at) return "";
  return `<ellipse cx="${at.x}" cy="${at.y}" rx="560" ry="520" fill="${paints.glow(colour)}" opacity="${strength}"/>`;
}
