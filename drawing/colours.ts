const linear = (value: number) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

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
