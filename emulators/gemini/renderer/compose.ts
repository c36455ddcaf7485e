import { frame, type ThumbnailBrief } from "./brief.ts";
import { type Direction, direct, type Replaced } from "./cast/direct.ts";
import { drawText } from "./draw-text.ts";
import type { LookKit, StyleLook } from "./looks/style-look.ts";
import { styleLooks } from "./looks/styles.ts";
import { createPaints } from "./paints.ts";
import { type Palette, paletteFor, paletteOf } from "./palettes.ts";
import { dealLook } from "./people/look.ts";
import { drawPerson } from "./people/person.ts";
import { faceOf, type Plan, planFor } from "./plan.ts";
import { createRandom, hashText } from "./random.ts";
import { places } from "./scenes/places.ts";
import { sceneKit } from "./scenes/scene.ts";
import { type Box, setText, type TextBlock } from "./text-block.ts";
import { isDrawable } from "./words.ts";

/** A picture as markup: the place behind, out of focus, and what stands sharp before it. */
export type Composition = {
  backdrop: string;
  /** Names pictures as `object:name` and `object-edge:name`. */
  svg: string;
  text: TextBlock;
  face: Box | null;
  direction: Direction;
};

const longestDrawnTitle = 120;
const { width, height } = frame;
/** A lone form's `opacity` would take a layer of the whole frame; that of its paint looks the same and takes none. */
const flat = (markup: string) =>
  markup.replace(/<(?:path|ellipse|circle|rect)[^>]* opacity="[^>]*>/g, (tag) => {
    if (!tag.includes("stroke=")) return tag.replace(" opacity=", " fill-opacity=");
    return tag.includes('fill="none"') ? tag.replace(" opacity=", " stroke-opacity=") : tag;
  });

const page = (definitions: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" ` +
  `height="${height}" viewBox="0 0 ${width} ${height}">${definitions}${flat(body)}</svg>`;

/** The same brief gives the same markup. */
export function composeThumbnail(brief: ThumbnailBrief, instead: Replaced = {}): Composition {
  const side = brief.variation % 2 === 0 ? 0 : 1;
  const random = createRandom(
    hashText(`${brief.niche}/${brief.title}/${brief.seed ?? ""}/${brief.variation}`),
  );
  const { subject = 1, near = 1, ...replaced } = instead;
  const direction = { ...direct(brief, random), ...replaced };
  const plan = resized(planFor(brief, direction, random), subject);
  const turn = random.between(-10, 10);
  const [main, pop, accent] = direction.hues;
  const palette =
    main === undefined
      ? paletteFor(brief.niche, side, turn)
      : paletteOf(main, accent ?? (main > 70 && main < 120 ? 50 : 92), pop ?? main + 150);
  const look = styleLooks[brief.style];

  const behind = createPaints();
  const ground = places[direction.place](sceneKit(behind, random, palette, direction.mood));
  const backKit: LookKit = { palette, paints: behind, random, plan, mood: direction.mood };
  const soft =
    `<filter id="soft" filterUnits="userSpaceOnUse" x="-20" y="-20" width="1320" height="760">` +
    `<feGaussianBlur stdDeviation="6"/></filter>`;
  const graded = `<g filter="url(#soft)"${near === 1 ? "" : nearer(near)}>${ground}</g>${look.grade(backKit)}${castShadow(backKit)}`;

  const paints = createPaints();
  const kit: LookKit = { ...backKit, paints };
  const text = lettering(brief, look, plan);
  const tilt = look.degrees && text.bounds ? tilted(look.degrees, text.bounds) : "";
  const words = (look.under?.(kit, text) ?? "") + drawText(text, look.paint(kit));
  // The creator of a channel is the same in both pictures of a title.
  const who = createRandom(hashText(brief.creator ?? `${brief.niche}/${brief.title}/${brief.asks ?? ""}`));
  const person =
    plan.person &&
    direction.person &&
    dealLook(who, direction.person, brief.style === "playful" || brief.style === "colorful");
  const figure =
    plan.person && person
      ? drawPerson(paints, person, {
          ...plan.person,
          expression: direction.says,
          lit: plan.side === "left" ? -1 : 1,
          rim: rimOf(palette, direction.mood),
          garmentColour: garmentColour(palette, person.garment, who.between(0, 1)),
          borders: look.borders(palette),
          hands: handsFor(direction.says, plan),
        })
      : "";
  const object = objectMarkup(plan, look);
  const body =
    (look.behind?.(kit) ?? "") +
    (plan.object?.front ? figure + object : object + figure) +
    `<g${tilt}>${words}</g>` +
    (look.over?.(kit, text) ?? "");
  return {
    backdrop: page(`<defs>${soft}</defs>${behind.definitions()}`, graded),
    svg: page(paints.definitions(), body),
    text,
    face: faceOf(plan),
    direction,
  };
}

/** The subject larger or smaller where it stands: within the frame, and with its feet below it. */
function resized(plan: Plan, factor: number): Plan {
  if (factor === 1) return plan;
  const { person, object, side } = plan;
  const inwards = side === "left" ? -1 : 1;
  const moved = ({ x, y, scale, ...rest }: NonNullable<Plan["person"]>) => ({
    ...rest,
    x: x + inwards * Math.max(0, factor - 1) * scale * 80,
    y: y + Math.max(0, 1 - factor) * scale * 130,
    scale: scale * factor,
  });
  return {
    ...plan,
    person: person && moved(person),
    object: object && { ...object, size: object.size * factor },
  };
}

const nearer = (factor: number) =>
  ` transform="translate(${((1 - factor) * width) / 2} ${((1 - factor) * height) / 2}) scale(${factor})"`;

function lettering(brief: ThumbnailBrief, look: StyleLook, plan: Plan): TextBlock {
  const whole = [...(brief.letters ?? brief.title)].slice(0, longestDrawnTitle).join("");
  const inset = plan.side === "left" ? 12 : 0;
  return setText({
    text: brief.lettered !== false && isDrawable(whole) ? whole : "",
    face: look.face,
    box: { ...plan.text, x: plan.text.x + inset, width: plan.text.width - 12 },
    maxSize: look.maxSize,
    maxLines: look.maxLines,
    upperCase: look.upperCase,
    leading: look.leading,
    ...(look.tracking === undefined ? {} : { tracking: look.tracking }),
    align: plan.align,
    anchor: plan.anchor,
  });
}

const tilted = (degrees: number, { x, y, width: w, height: h }: Box) =>
  ` transform="rotate(${degrees} ${(x + w / 2).toFixed(0)} ${(y + h / 2).toFixed(0)})"`;

/** The subject's soft shadow on the place behind. */
function castShadow({ paints, plan }: LookKit): string {
  const dark = paints.glow("#05040a");
  const { person, object } = plan;
  return (
    (person
      ? `<ellipse cx="${person.x - 30}" cy="${person.y + 40}" rx="${person.scale * 190}" ry="${person.scale * 220}" fill="${dark}" opacity=".5"/>`
      : "") +
    (object
      ? `<ellipse cx="${object.x}" cy="${object.y + object.size * 0.42}" rx="${object.size * 0.62}" ry="${object.size * 0.2}" fill="${dark}" opacity=".7"/>`
      : "")
  );
}

function objectMarkup({ object }: Plan, look: StyleLook): string {
  if (!object) return "";
  const { name, x, y, size, degrees } = object;
  const image = (kind: string, grow: number) =>
    `<image href="${kind}:${name}" x="${(-size / 2 - grow).toFixed(0)}" y="${(-size / 2 - grow).toFixed(0)}" ` +
    `width="${(size + grow * 2).toFixed(0)}" height="${(size + grow * 2).toFixed(0)}"/>`;
  return (
    `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${degrees.toFixed(1)})">` +
    (look.objectBorder > 0 ? image("object-edge", size * 0.14) : "") +
    image("object", 0) +
    `</g>`
  );
}

const rimOf = (palette: Palette, mood: string) =>
  mood === "golden" ? "#ffc46b" : mood === "day" ? "#fff4d6" : mood === "dusk" ? "#ff9d7a" : palette.accent;

function garmentColour(palette: Palette, garment: string, share: number): string {
  if (garment === "blazer") return share < 0.5 ? "#26304f" : "#3b3b46";
  if (garment === "coat") return share < 0.4 ? "#e9edf2" : palette.deep;
  if (garment === "apron") return palette.deep;
  if (garment === "shirt") return share < 0.5 ? "#5b7fae" : palette.deep;
  return share < 0.4 ? palette.pop : share < 0.75 ? palette.deep : "#2b2b36";
}

function handsFor(says: string, plan: Plan): "none" | "cheeks" | "point" {
  if (plan.object?.front) return "none";
  if (says === "shock" && plan.person && plan.person.scale < 2.6) return "cheeks";
  return "none";
}
