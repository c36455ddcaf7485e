/** A picture as RGBA, row by row; 320×180 is enough for all that is measured here. */
export interface Pixels {
  data: ArrayLike<number>;
  width: number;
  height: number;
}
