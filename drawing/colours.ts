const linearOf = (value: number) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** A picture's channels are whole numbers, and there are many of them. */
const whole = Float64Array.from({ length: 256 }, (_, value) => linearOf(value));
const linear = (value: number) => whole[value] ?? linearOf(value);

/** WCAG 2.2's relative luminance of a colour of 0 to 255 a channel. */
export const luminanceOf = (red: number, green: number, blue: number) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

export const channelsOf = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];

export const luminance = (colour: string) => luminanceOf(...channelsOf(colour));

/** Of two luminances, 1 to 21. */
export const contrastOf = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

export const contrast = (one: string, other: string) => contrastOf(luminance(one), luminance(other));

/** Hue in degrees, saturation and lightness 0 to 1. */
export function hslOf(red: number, green: number, blue: number): [number, number, number] {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = most - least;
  const lightness = (most + least) / 510;
  if (range === 0) return [0, 0, lightness];
  const saturation = range / 255 / (1 - Math.abs(2 * lightness - 1));
  const sector =
    most === red
      ? (green - blue) / range
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return [(sector * 60 + 360) % 360, Math.min(1, saturation), lightness];
}

export function colourOf(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** Lightness and two axes of colour, alike far apart where an eye sees them so: https://bottosson.github.io/posts/oklab/ */
export function oklabOf(red: number, green: number, blue: number): [number, number, number] {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
