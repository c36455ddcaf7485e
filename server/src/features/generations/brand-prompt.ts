import { channelsOf, hslOf } from "#drawing/colours.ts";

/** Where each hue's name ends, in degrees; red comes round again. */
const hues: [number, string][] = [
  [12, "red"],
  [40, "orange"],
  [68, "yellow"],
  [165, "green"],
  [195, "turquoise"],
  [258, "blue"],
  [292, "purple"],
  [340, "pink"],
  [360, "red"],
];

/** What a person would call it: image models know words better than digits. */
export function colourName(colour: string): string {
  const [hue, saturation, lightness] = hslOf(...channelsOf(colour));
  if (lightness > 0.95) return "white";
  if (lightness < 0.07) return "black";
  const shade = lightness > 0.78 ? "light " : lightness < 0.28 ? "dark " : "";
  return `${shade}${saturation < 0.12 ? "grey" : hues.find(([end]) => hue < end)![1]}`;
}

/** The sentence that names a brand's colours; blank without any. */
export function brandLine(colours: readonly string[]): string {
  const named = colours.map((colour) => `${colour} (${colourName(colour)})`);
  const last = named.pop();
  if (!last) return "";
  const list = named.length > 0 ? `${named.join(", ")} and ${last}` : last;
  const verb = named.length > 0 ? "colours are" : "colour is";
  return `The channel's own ${verb} ${list}: use ${named.length > 0 ? "them" : "it"} for clothes, objects and ground where it suits.`;
}
