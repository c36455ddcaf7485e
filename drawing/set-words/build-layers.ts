import type { ShapeLayer, TextLayer } from "#contract/design-document.ts";
import { canvas, tenth } from "../canvas.ts";
import { plateOf } from "../svg/text.ts";
import { type Box, layOutText } from "../text/lay-out.ts";
import type { Fonts } from "../text/letters.ts";
import { type FittedLine, outlineShare, platePadding } from "./fit.ts";
import type { Help } from "./ground-help.ts";
import { badgeCorner, type Layout, type StyleRules, type WordFace } from "./styles.ts";
import { inLine } from "./title-words.ts";

export type WordLayer = TextLayer | ShapeLayer;

interface Plan {
  lines: FittedLine[];
  /** The line and the word that carry the title. */
  key: number;
  carrying: number;
  layout: Layout;
  face: WordFace;
  help: Help;
  rules: StyleRules;
}

const common = { opacity: 1, hidden: false, locked: false };

export function buildLayers(plan: Plan): WordLayer[] {
  const { lines, layout, rules } = plan;
  const degrees = layout.turned ? rules.degrees * (layout.place === "right" ? -1 : 1) : 0;
  const texts = lines.map((_, index) => textLayer(plan, index));
  const isOne = !layout.plates && new Set(lines.map(({ size }) => Math.round(size))).size === 1;
  const placed = isOne && lines.length > 1 ? [together(texts, lines)] : texts;
  return [...extraLayers(plan), ...turnTogether(placed, lines, degrees)];
}

function textLayer({ lines, key, carrying, layout, face, help, rules }: Plan, index: number): TextLayer {
  const { line, size, x, baseline } = lines[index]!;
  const before = lines.slice(0, index).reduce((sum, each) => sum + each.line.words.length, 0);
  const isKey = index === key && lines.length > 1;
  const isWhole = isKey && (line.words.length <= 2 || Boolean(help.plate));
  const spans = line.words.map((word, at) => ({
    text: inLine(word, at),
    ...(!help.plate && (isWhole || before + at === carrying) ? { fill: help.accent } : {}),
  }));
  const width = line.width * size;
  const align = layout.place === "right" ? "right" : layout.place === "top" ? "centre" : "left";
  return {
    ...common,
    id: `words-${index + 1}`,
    kind: "text",
    x: tenth(x + { left: 0, centre: width / 2, right: width }[align]),
    y: tenth(baseline - (size * (1 + line.capHeight)) / 2),
    rotation: 0,
    lines: [joinSpans(spans)],
    font: face.font,
    size: tenth(size),
    weight: face.weight,
    letterSpacing: face.letterSpacing,
    lineHeight: 1,
    align,
    fill: help.plate && isWhole ? help.accent : help.fill,
    ...(help.outline
      ? { outline: { colour: help.outline, width: tenth(Math.min(40, Math.max(outlineShare * size, 3))) } }
      : {}),
    ...(rules.shadow && !help.plate && help.fill !== "#0d0d12"
      ? { shadow: { colour: "#000000", x: 0, y: tenth(size * 0.045), blur: tenth(size * 0.08) } }
      : {}),
    ...(help.plate
      ? {
          plate: {
            colour: isWhole ? help.plate.accent : help.plate.fill,
            padding: tenth(platePadding * size),
            radius: tenth(size * (rules.degrees ? 0.06 : 0.04)),
            opacity: 1,
          },
        }
      : {}),
  };
}

/** Neighbours of one colour are one span, so that they can be typed over. */
function joinSpans(spans: readonly { text: string; fill?: string }[]): { text: string; fill?: string }[] {
  const joined: { text: string; fill?: string }[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && last.fill === span.fill) last.text += span.text;
    else joined.push({ ...span });
  }
  return joined;
}

/** Lines of one size are one layer, which a person edits as a whole. */
function together(texts: readonly TextLayer[], lines: readonly FittedLine[]): TextLayer {
  const size = Math.min(...texts.map((text) => text.size));
  const steps = lines.slice(1).map(({ baseline }, index) => baseline - lines[index]!.baseline);
  const lineHeight = Math.ceil((100 * Math.max(...steps)) / size) / 100;
  const [first] = texts;
  const y = lines[0]!.baseline - (size * (lineHeight + lines[0]!.line.capHeight)) / 2;
  return { ...first!, size, y: tenth(y), lineHeight, lines: texts.flatMap((text) => text.lines) };
}

/** Each layer turns about its own middle; to turn as one their middles move around the middle of all. */
function turnTogether(
  texts: readonly TextLayer[],
  lines: readonly FittedLine[],
  degrees: number,
): TextLayer[] {
  if (degrees === 0) return [...texts];
  const angle = (degrees * Math.PI) / 180;
  const middles = lines.map(({ line, size, x, baseline }) => ({
    x: x + (line.width * size) / 2,
    y: baseline - (line.capHeight * size) / 2,
  }));
  const mean = (key: "x" | "y") => middles.reduce((sum, each) => sum + each[key], 0) / middles.length;
  const [cx, cy] = [mean("x"), mean("y")];
  return texts.map((text, index) => {
    const { x, y } = texts.length === 1 ? { x: cx, y: cy } : middles[index]!;
    const [dx, dy] = [x - cx, y - cy];
    return {
      ...text,
      rotation: degrees,
      x: tenth(text.x + dx * (Math.cos(angle) - 1) - dy * Math.sin(angle)),
      y: tenth(text.y + dy * (Math.cos(angle) - 1) + dx * Math.sin(angle)),
    };
  });
}

function extraLayers({ lines, layout, help }: Plan): ShapeLayer[] {
  if (!layout.extra) return [];
  const top = Math.min(...lines.map(({ baseline, line, size }) => baseline - line.top * size));
  const bottom = Math.max(...lines.map(({ baseline, line, size }) => baseline + line.bottom * size));
  const left = Math.min(...lines.map(({ x, line, size }) => x + line.left * size));
  const right = Math.max(...lines.map(({ x, line, size }) => x + line.right * size));
  const isRight = layout.place === "right";
  const box = {
    rule: { x: isRight ? right - 96 : left, y: top - 38, width: 96, height: 14 },
    bar: { x: left - 36, y: top - 4, width: 14, height: bottom - top + 8 },
  }[layout.extra];
  const rounded = Object.fromEntries(
    Object.entries(box).map(([name, value]) => [name, tenth(value)]),
  ) as unknown as Box;
  return [
    { ...common, id: "words-mark", kind: "shape", shape: "bar", rotation: 0, fill: help.accent, ...rounded },
  ];
}

const margin = 16;

/** What a text layer takes up when it is turned: letters, outline, plates. */
export function reachOf(layer: TextLayer, fonts: Fonts): Box[] {
  const laid = layOutText(layer, fonts);
  const [cx, cy] = [laid.box.x + laid.box.width / 2, laid.box.y + laid.box.height / 2];
  const angle = (layer.rotation * Math.PI) / 180;
  return laid.lines.flatMap((line) => {
    const grown = layer.outline?.width ?? 0;
    const plate = layer.plate ? plateOf(line, laid.capHeight, layer.plate) : null;
    const boxes = [line.ink, plate].filter((box) => box !== null);
    if (boxes.length === 0) return [];
    const left = Math.min(...boxes.map((box) => box.x)) - grown;
    const right = Math.max(...boxes.map((box) => box.x + box.width)) + grown;
    const top = Math.min(...boxes.map((box) => box.y)) - grown;
    const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + grown;
    const corners = [left, right].flatMap((x) =>
      [top, bottom].map((y) => ({
        x: cx + (x - cx) * Math.cos(angle) - (y - cy) * Math.sin(angle),
        y: cy + (x - cx) * Math.sin(angle) + (y - cy) * Math.cos(angle),
      })),
    );
    const xs = corners.map(({ x }) => x);
    const ys = corners.map(({ y }) => y);
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return [{ x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }];
  });
}

/** Whether all words are within the margins, and out of the corner of the badge with what their shadow casts. */
export function isInPlace(layers: readonly WordLayer[], fonts: Fonts): boolean {
  return layers.every((layer) => {
    const cast = castOf(layer);
    const boxes = layer.kind === "text" ? reachOf(layer, fonts) : [layer];
    return boxes.every(
      ({ x, y, width, height }) =>
        x >= margin &&
        y >= margin &&
        x + width <= canvas.width - margin &&
        y + height <= canvas.height - margin &&
        (x + width + cast.right <= badgeCorner.x - 4 || y + height + cast.down <= badgeCorner.y - 4),
    );
  });
}

/** How far a shadow can be seen: two deviations of its blur, behind which a twentieth of it is left. */
function castOf(layer: WordLayer): { right: number; down: number } {
  const shadow = layer.kind === "text" ? layer.shadow : undefined;
  if (!shadow) return { right: 0, down: 0 };
  return { right: Math.max(0, shadow.x + shadow.blur), down: Math.max(0, shadow.y + shadow.blur) };
}
