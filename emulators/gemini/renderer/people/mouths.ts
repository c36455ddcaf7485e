import type { Paints } from "../paints.ts";
import type { Expression, Skin } from "./look.ts";
import { round, within } from "./outline.ts";

const teeth = (d: string) => `<path d="${d}" fill="#fffaf2"/>`;

/** A row of teeth from `top` down to `low`, rounder in the middle. */
const bar = (half: number, top: number, low: number, middle: number) =>
  `M${-half},${top}C${-half / 3},${top} ${half / 3},${top} ${half},${top}L${half},${low}C${half / 3},${middle} ${-half / 3},${middle} ${-half},${low}Z`;

/** An open mouth: the dark inside, tongue and teeth within its outline, the lips around it. */
function open(paints: Paints, skin: Skin, outline: string, bottom: number, upper: string): string {
  const inside = paints.linear(90, [
    [0, "#2b0a0c"],
    [1, "#6e1a20"],
  ]);
  return (
    `<path d="${outline}" fill="${inside}"/>` +
    `<path d="${within(outline, round(0, bottom + 8, 25))}" fill="#d9535c"/>` +
    `<path d="${within(outline, round(-3, bottom - 2, 9))}" fill="#ee8086" fill-opacity=".6"/>` +
    `${teeth(within(outline, upper))}` +
    `<path d="${outline}" fill="none" stroke="${skin.lip}" stroke-width="5.500" stroke-linejoin="round"/>`
  );
}

const line = (d: string, colour: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`;

/** Around 0,72 in the head's own measure; its width is about that between the pupils. */
export function drawMouth(paints: Paints, skin: Skin, expression: Expression, full: boolean): string {
  const corners = (y: number, x: number) =>
    line(`M${-x - 7},${y - 9}Q${-x - 11},${y} ${-x - 5},${y + 9}`, skin.deep, 3, 0.35) +
    line(`M${x + 7},${y - 9}Q${x + 11},${y} ${x + 5},${y + 9}`, skin.deep, 3, 0.35);
  switch (expression) {
    case "shock":
      return open(
        paints,
        skin,
        "M-27,76C-29,46 29,46 27,76C27,118 -27,118 -27,76Z",
        108,
        bar(25, 50, 62, 66),
      );
    case "laugh":
      return (
        open(
          paints,
          skin,
          "M-45,56C-22,63 22,63 45,56C43,96 20,112 0,112C-20,112 -43,96 -45,56Z",
          108,
          bar(46, 52, 70, 78),
        ) + corners(58, 44)
      );
    case "joy":
      return (
        open(
          paints,
          skin,
          "M-42,58C-20,66 20,66 42,58C38,88 18,96 0,96C-18,96 -38,88 -42,58Z",
          96,
          bar(43, 56, 76, 86),
        ) + corners(60, 42)
      );
    case "determined":
      return (
        open(
          paints,
          skin,
          "M-31,70Q0,58 31,70Q33,88 26,88Q0,80 -26,88Q-33,88 -31,70Z",
          120,
          bar(34, 58, 92, 92),
        ) +
        line("M-28,78Q0,71 28,78M-15,66V84M0,64V81M15,66V84", "#9a8a80", 1.6, 0.8) +
        corners(78, 30)
      );
    case "doubt":
      return (
        line("M-25,79Q-6,68 29,71", skin.deep, 5) +
        line("M-14,87Q2,82 16,84", skin.dark, 6, 0.5) +
        line("M32,62Q38,70 33,78", skin.deep, 3, 0.5)
      );
    case "pride":
      return (
        line("M-31,70Q2,88 33,63", skin.deep, 5) +
        line("M-14,90Q2,94 16,87", skin.lip, 6, 0.7) +
        line("M34,54Q43,62 37,72", skin.deep, 3.5, 0.5)
      );
    default: {
      const lip = full
        ? `<path d="M-25,71Q-9,63 0,67Q9,63 25,71Q0,74 -25,71Z" fill="${skin.lip}"/>` +
          `<path d="M-25,72Q0,76 25,72Q12,90 0,90Q-12,90 -25,72Z" fill="${skin.lip}"/>` +
          `<ellipse cx="-3" cy="81" rx="10" ry="3" fill="#fff" opacity=".3"/>`
        : line("M-12,86Q0,89 12,86", skin.lip, 5, 0.6);
      return `${lip}${line("M-29,68Q0,81 29,68", skin.deep, 4.5)}`;
    }
  }
}
