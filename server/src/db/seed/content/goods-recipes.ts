import type { GoodsPage } from "#server/db/seed/content/goods-page.ts";

export const recipeGoods: GoodsPage[] = [
  {
    slug: "text-effect-recipes",
    title: "Text Effect Recipes",
    intro:
      "All values are pixels on a canvas of 1280×720, for a title between 90 and 160 px tall. O is the outline, S the shadow as offset, blur and strength.",
    sections: [
      {
        heading: "Quiet",
        points: [
          "Bare: no effect at all, white or near-black letters on an area whose brightness is even. If you can find such an area, you are done.",
          "Soft ground: S 0/0, blur 60, black at 55 %. The letters stay clean and the picture darkens behind them like a thumbprint.",
          "Gradient shelf: a black gradient from 70 % at the frame's edge to 0 % just past the letters. Use it along one edge only.",
        ],
      },
      {
        heading: "Firm",
        points: [
          "Hard drop: S 6/6, blur 0, in the darkest colour of your picture at 100 %. Never pure black beside a colourful subject.",
          "Sticker: O 10 in white, then S 0/8, blur 12, black at 35 %, letters in one saturated colour. Round the corners of the outline.",
          "Double line: inner O 6 in dark navy, outer O 14 in the letters' own colour. Survives the busiest backgrounds.",
        ],
      },
      {
        heading: "Loud",
        points: [
          "Plate: a solid rectangle behind each line, 18 px of air left and right, 8 px above and below, tilted by at most 3 degrees.",
          "Neon: letters in pale tint, glow 1 blur 8 at 90 %, glow 2 blur 40 at 60 % in the full colour. Dark pictures only, four words at most.",
        ],
      },
      {
        heading: "Always",
        points: [
          "Five words or fewer, on two lines or fewer.",
          "Keep the lower right corner free: the video's length is printed there.",
          "One effect for a whole title. Two effects look like two people.",
        ],
      },
    ],
  },
  {
    slug: "colour-grade-recipes",
    title: "Colour Grade Recipes",
    intro:
      "Sliders from -100 to +100. C contrast, H highlights, Sh shadows, V vibrance, S saturation. Warm and cool are moves of the temperature slider.",
    sections: [
      {
        heading: "Indoors",
        points: [
          "Overcast kitchen: C -10, H -25, Sh +20, V +12, S -5, cool 6. Honest food and clean tiles. Ruins candlelight.",
          "Lamp at nine: C +8, H -30, Sh -10, V +10, S 0, warm 14. Desks, books, late conversations. Ruins white walls.",
          "Studio plain: C +12, H -10, Sh +5, V +15, S 0, neutral. Products and faces on one colour. Ruins nothing, excites nobody.",
          "Workshop: C +22, H -15, Sh -15, V -10, S -12, warm 5, clarity +18. Wood, steel, hands. Ruins skin close up.",
        ],
      },
      {
        heading: "Outdoors",
        points: [
          "First sun: C -5, H -20, Sh +15, V +18, S +2, warm 10. Running, hills, departures. Ruins noon.",
          "Hard noon: C +25, H -35, Sh +10, V +20, S -5, neutral. Streets, cars, graphic shadows. Ruins portraits.",
          "Wet forest: C +6, H -30, Sh +8, V +10, S -8, cool 4, greens shifted 8 towards yellow. Ruins flowers.",
          "Neon night: C +18, H -10, Sh -25, V +28, S 0, cool 8, magenta tint 6. Cities and screens. Ruins food entirely.",
        ],
      },
      {
        heading: "Bringing it home",
        points: [
          "Copy the recipe, then reduce the whole adjustment layer to about 65 %.",
          "Check the skin last. If a face turns orange or grey, reduce vibrance before anything else.",
          "Look at three thumbnails side by side. If one shouts, it is wrong, however good it looks alone.",
        ],
      },
    ],
  },
];
