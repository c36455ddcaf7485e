type Stop = readonly [offset: number, colour: string, opacity?: number];

/** Collects gradients; each call gives the `fill` that names the new one. */
export type Paints = {
  linear: (degrees: number, stops: readonly Stop[]) => string;
  /** Centre and radius in pixels of the frame. */
  radial: (x: number, y: number, radius: number, stops: readonly Stop[]) => string;
  /** A colour that fades out from the middle of whatever it fills. */
  glow: (colour: string) => string;
  definitions: () => string;
};

export function createPaints(): Paints {
  const definitions: string[] = [];
  const add = (make: (id: string) => string) => {
    const id = `p${definitions.length}`;
    definitions.push(make(id));
    return `url(#${id})`;
  };
  const stopsOf = (stops: readonly Stop[]) =>
    stops
      .map(
        ([at, colour, opacity = 1]) =>
          `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
      )
      .join("");
  const glows = new Map<string, string>();
  return {
    linear: (degrees, stops) =>
      add(
        (id) =>
          `<linearGradient id="${id}" gradientTransform="rotate(${degrees} .5 .5)">${stopsOf(stops)}</linearGradient>`,
      ),
    radial: (x, y, radius, stops) =>
      add(
        (id) =>
          `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}">` +
          `${stopsOf(stops)}</radialGradient>`,
      ),
    glow: (colour) => {
      const known =
        glows.get(colour) ??
        add((id) => {
          const stops = stopsOf([
            [0, colour],
            [0.35, colour, 0.6],
            [0.7, colour, 0.16],
            [1, colour, 0],
          ]);
          return `<radialGradient id="${id}">${stops}</radialGradient>`;
        });
      glows.set(colour, known);
      return known;
    },
    definitions: () => `<defs>${definitions.join("")}</defs>`,
  };
}
