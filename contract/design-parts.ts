export const shapes = ["arrow", "ring", "burst", "bar", "badge"] as const;

/** A picture as it was made: all of it, and nothing of its light changed. */
export const untouched = {
  crop: { x: 0, y: 0, width: 1, height: 1 },
  adjust: { brightness: 0, contrast: 0, saturation: 0, blur: 0, shade: { side: "none", amount: 0 } },
} as const;
