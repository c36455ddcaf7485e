import type { DesignDocument, Layer, ShapeLayer, TextLayer } from "#contract/design-document.ts";
import { faces } from "#drawing/fonts/faces.ts";

const placed = { rotation: 0, opacity: 1, hidden: false, locked: false };

export const textLayer = (id: string, text: string, more: Partial<TextLayer>): TextLayer => ({
  ...placed,
  id,
  kind: "text",
  x: 60,
  y: 60,
  lines: text.split("\n").map((line) => [{ text: line }]),
  font: "Anton",
  size: 90,
  weight: 400,
  letterSpacing: 0,
  lineHeight: 1.1,
  align: "left",
  fill: "#ffffff",
  ...more,
});

const shapeLayer = (id: string, shape: ShapeLayer["shape"], more: Partial<ShapeLayer>): ShapeLayer => ({
  ...placed,
  id,
  kind: "shape",
  shape,
  x: 900,
  y: 380,
  width: 220,
  height: 160,
  fill: "#ff3b30",
  ...more,
});

/** A title in each of the scripts, with the letters that fonts differ in. */
const titles = [
  "AVOID These 7 TOYS\nfor $10,000!",
  "Łódź, Kraków & Škoda\nçok güzel “ÀÉÎ”",
  "Как ВЫИГРАТЬ деньги\nза 30 дней?",
  "Γιατί ΑΥΤΟ άλλαξε\nτη ζωή μου",
  "Tại sao tiếng Việt\nkhó đến thế?",
  "efficient office fluff\nWAVE To. Ty, P.",
  "हिन्दी में थंबनेल ₹500\nक्षत्रिय ज़िंदगी",
  "ทำไมน้ำปี่ฟ้า\nถึงยากที่สุด",
  "كيف (بسهولة) تربح $500\nمَرْحَبًا می‌خواهم",
  "אתר ב-React תוך 10!\nשָׁלוֹם עֲלֵיכֶם",
  "m̃ ɛ̃ Škoda 🇩🇪 👍🏽\n日本語が 한국어 你们",
];
const sides = ["none", "left", "right", "top", "bottom"] as const;
const aligns = ["left", "centre", "right"] as const;
const shapes = ["arrow", "ring", "burst", "bar", "badge"] as const;
const colours = ["#1d3557", "#e63946", "#ffb703", "#2a9d8f", "#f1faee", "#6a4c93"];

/** Every kind of layer, every face, all that a layer can be, again and again in other company. */
export const documents: { name: string; document: DesignDocument }[] = Array.from({ length: 40 }, (_, n) => {
  const face = faces[n % faces.length]!;
  const other = faces[(n * 7 + 3) % faces.length]!;
  const weight = face.weights[n % face.weights.length]!;
  const title = titles[n % titles.length]!;
  const layers: Layer[] = [
    shapeLayer("shape", shapes[n % 5]!, {
      rotation: (n % 7) * 20 - 60,
      opacity: n % 4 === 0 ? 0.7 : 1,
      fill: colours[(n + 2) % 6]!,
      ...(n % 2 ? { outline: { colour: "#ffffff", width: 4 + (n % 9) } } : {}),
    }),
    textLayer("title", title, {
      font: face.family,
      weight,
      size: 64 + (n % 5) * 10,
      align: aligns[n % 3]!,
      x: [60, 640, 1220][n % 3]!,
      letterSpacing: [0, -0.02, 0.05, 0][n % 4]!,
      rotation: n % 5 === 0 ? -4 : 0,
      ...(n % 3 === 0 ? { outline: { colour: "#111111", width: 6 + (n % 6) } } : {}),
      ...(n % 4 === 1
        ? { shadow: { colour: "#000000", x: 6, y: 8, blur: [0, 3, 14, 40][(n % 16) >> 2]! } }
        : {}),
      ...(n % 5 === 2 ? { plate: { colour: "#c1121f", padding: 14, radius: 12, opacity: 0.85 } } : {}),
    }),
    textLayer("second", titles[(n + 1) % titles.length]!.split("\n")[0]!, {
      font: other.family,
      weight: other.weights[(n >> 1) % other.weights.length]!,
      size: 40 + (n % 4) * 9,
      y: 330,
      opacity: n % 6 === 0 ? 0.8 : 1,
      fill: "#ffe066",
      lines: [[{ text: "ONE " }, { text: `${n} × 100 %`, fill: "#7bf1a8" }, { text: " & <b>more</b>" }]],
    }),
  ];
  if (n % 3 === 1)
    layers.push({
      ...placed,
      id: "picture",
      kind: "picture",
      x: 80,
      y: 430,
      width: 300,
      height: n % 2 ? 220 : 300,
      source: { kind: "reference", id: "face" },
      flip: n % 2 === 0,
      radius: [0, 24, 150][n % 3]!,
      rotation: n % 4 === 0 ? 8 : 0,
      ...(n % 2 ? { outline: { colour: "#ffffff", width: 8 } } : {}),
    });
  const adjusts = n % 2 === 1;
  const crop =
    n % 4 === 3 ? { x: 0.2, y: 0.1, width: 0.6, height: 0.6 } : { x: 0, y: 0, width: 1, height: 1 };
  const adjust = {
    brightness: adjusts ? (n % 5) * 20 - 40 : 0,
    contrast: adjusts ? (n % 3) * 25 - 20 : 0,
    saturation: adjusts ? (n % 7) * 30 - 90 : 0,
    blur: [0, 0, 0, 4, 0, 18, 40][n % 7]!,
    shade: { side: sides[n % 5]!, amount: 40 + (n % 6) * 12 },
  };
  const art =
    n % 3 === 0
      ? ({ kind: "colour", colour: colours[n % 6]!, crop, adjust } as const)
      : n % 6 === 1
        ? ({ kind: "reference", id: "clear", crop, adjust } as const)
        : ({ kind: "picture", id: "art", crop, adjust } as const);
  return {
    name: `${n}: ${face.family} ${weight}, ${title.slice(0, 12)}`,
    document: { format: 1, art, layers },
  };
});
