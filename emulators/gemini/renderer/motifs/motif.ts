import type { Shape } from "../shapes.ts";

/** The colours an illustration is painted with; a style decides which of a palette's they are. */
export type MotifColours = {
  main: string;
  /** The shadow side of `main`. */
  deep: string;
  /** A tint of `main`. */
  light: string;
  accent: string;
  pop: string;
  /** Almost black. */
  ink: string;
  /** Almost white. */
  paper: string;
};

/** Draws an illustration within -200 to 200 on both axes, y down, light from the upper left. */
export type Motif = (colours: MotifColours) => Shape[];
