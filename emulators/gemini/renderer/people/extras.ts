import type { Paints } from "../paints.ts";
import { darker } from "./face.ts";
import { mixUp } from "./hair.ts";
import type { Extra, Look } from "./look.ts";

/** What is worn on the head, in the head's own measure. */
export function drawExtras(paints: Paints, { extras }: Look, colour: string, rim: string): string {
  const draw: Record<Extra, () => string> = {
    glasses: () =>
      `<g fill="#ffffff" fill-opacity=".12" stroke="#1b1720" stroke-width="6"><rect x="-67" y="-36" width="56" height="48" rx="17"/>` +
      `<rect x="11" y="-36" width="56" height="48" rx="17"/><path d="M-11,-18Q0,-26 11,-18M-67,-20L-82,-16M67,-20L82,-16" fill="none"/></g>` +
      `<path d="M-56,-28L-40,-30L-54,-4ZM24,-28L40,-30L26,-4Z" fill="#fff" opacity=".3"/>`,
    sunglasses: () => {
      const glass = paints.linear(90, [
        [0, "#120f18"],
        [1, rim],
      ]);
      return (
        `<g fill="${glass}" stroke="#0c0a10" stroke-width="6"><rect x="-72" y="-38" width="64" height="50" rx="20"/>` +
        `<rect x="8" y="-38" width="64" height="50" rx="20"/><path d="M-8,-22Q0,-28 8,-22M-72,-22L-84,-16M72,-22L84,-16" fill="none"/></g>` +
        `<path d="M-62,-30L-36,-32L-58,2ZM18,-30L44,-32L22,2Z" fill="#fff" opacity=".28"/>`
      );
    },
    headset: () => {
      const shell = paints.linear(0, [
        [0, "#3a3f4d"],
        [0.5, "#15171d"],
        [1, "#2a2e39"],
      ]);
      return (
        `<path d="M-98,-14C-112,-196 112,-196 98,-14" fill="none" stroke="#14161c" stroke-width="25" stroke-linecap="round"/>` +
        `<path d="M-96,-40C-100,-188 100,-188 96,-40" fill="none" stroke="#565d70" stroke-width="5" opacity=".8"/>` +
        `<rect x="-122" y="-46" width="48" height="96" rx="23" fill="${shell}"/><rect x="74" y="-46" width="48" height="96" rx="23" fill="${shell}"/>` +
        `<rect x="-120" y="-22" width="8" height="48" rx="4" fill="${rim}"/><rect x="112" y="-22" width="8" height="48" rx="4" fill="${rim}"/>` +
        `<path d="M-102,44Q-98,104 -34,100" fill="none" stroke="#14161c" stroke-width="8"/><rect x="-44" y="90" width="34" height="18" rx="9" fill="#15171d"/>`
      );
    },
    cap: () => {
      const cloth = paints.linear(90, [
        [0, mixUp(colour, 0.25)],
        [1, darker(colour, 0.6)],
      ]);
      return (
        `<path d="M-92,-66C-100,-168 100,-168 92,-66Q0,-92 -92,-66Z" fill="${cloth}"/>` +
        `<path d="M-92,-70C-60,-92 70,-94 104,-72C130,-56 132,-42 120,-38C60,-66 -40,-66 -92,-52Z" fill="${darker(colour, 0.5)}"/>` +
        `<path d="M0,-146V-84M-46,-136Q-56,-110 -52,-78M46,-136Q56,-110 52,-78" fill="none" stroke="${darker(colour, 0.5)}" stroke-width="3" opacity=".6"/>`
      );
    },
    "chef-hat": () => {
      const cloth = paints.linear(0, [
        [0, "#c9ccd6"],
        [0.6, "#ffffff"],
        [1, "#eceff5"],
      ]);
      return (
        `<path d="M-82,-84C-150,-120 -120,-210 -56,-200C-40,-250 44,-250 58,-200C122,-210 148,-120 82,-84Z" fill="${cloth}"/>` +
        `<path d="M-86,-118Q0,-96 86,-118L84,-62Q0,-84 -84,-62Z" fill="${cloth}"/>` +
        `<path d="M-86,-118Q0,-96 86,-118M-40,-130Q-46,-170 -34,-190M0,-124V-190M40,-130Q46,-170 34,-190" fill="none" stroke="#9aa0b0" stroke-width="3" opacity=".6"/>`
      );
    },
  };
  return extras.map((extra) => draw[extra]()).join("");
}
