import type { MantineColorsTuple } from "@mantine/core";

/*
 * The palettes of tokens.css as Mantine wants them: ten shades, lightest first. Mantine computes with these
 * (luminance, alpha), which it can't with var(); the contrast test holds both files equal.
 */
/** The brand's ash. */
export const neutral: MantineColorsTuple = [
  "#f8fbfa",
  "#f0f5f4",
  "#e3e9e9",
  "#d1d9d9",
  "#afbab9",
  "#778382",
  "#5c6968",
  "#43504f",
  "#263332",
  "#101b1a",
];
/** The brand's iron. */
export const dark: MantineColorsTuple = [
  "#e8eeed",
  "#c8d2d0",
  "#a3afad",
  "#7f8c8a",
  "#3b4a48",
  "#2a3836",
  "#1a2625",
  "#101a19",
  "#0c1413",
  "#070d0c",
];
/** The brand's heat. */
export const primary: MantineColorsTuple = [
  "#fef5ef",
  "#ffe8da",
  "#fecfb6",
  "#ffae85",
  "#fe8c53",
  "#fd6a25",
  "#f2540e",
  "#b8380b",
  "#982f10",
  "#642210",
];
/** The brand's quench. */
export const accent: MantineColorsTuple = [
  "#eef9fb",
  "#dbf2f6",
  "#b9e4ea",
  "#92d0da",
  "#61b7c4",
  "#2f99a7",
  "#067a87",
  "#025e68",
  "#02464e",
  "#002d32",
];
export const green: MantineColorsTuple = [
  "#edfbf0",
  "#d8f6de",
  "#b4ebc1",
  "#86db9d",
  "#5dc47e",
  "#3aa460",
  "#248348",
  "#196537",
  "#124c28",
  "#0d3119",
];
/** The brand's straw. */
export const yellow: MantineColorsTuple = [
  "#fff8e9",
  "#ffefcb",
  "#ffdf9a",
  "#fdcd5c",
  "#f0bc31",
  "#d0a016",
  "#9a740a",
  "#755701",
  "#5e4602",
  "#3e2e04",
];
export const red: MantineColorsTuple = [
  "#fef4f4",
  "#fee6e6",
  "#ffcccb",
  "#ffaaa9",
  "#f77d80",
  "#e94e5a",
  "#cc2b40",
  "#a71e31",
  "#7e1825",
  "#511016",
];
