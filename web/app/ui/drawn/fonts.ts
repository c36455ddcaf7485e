import { useEffect, useMemo, useState } from "react";
import { pathOf } from "#contract/call.ts";
import { getFontFile } from "#contract/design-assets.ts";
import type { Layer } from "#contract/design-document.ts";
import { type Font, readFont } from "#drawing/fonts/read-font.ts";
import { layOutLines } from "#drawing/text/lay-out.ts";
import type { Fonts } from "#drawing/text/letters.ts";
import { contextOf } from "#web/ui/drawn/pixels.ts";
import { createStore, useStore } from "#web/ui/store.ts";
import { whenAtRest } from "#web/ui/when-at-rest.ts";

const fonts = new Map<string, Font>();
const asked = new Set<string>();

/** By file: what became of those that were asked for. */
const outcomes = createStore<Record<string, "here" | "failed">>({});
const isFailed = (name: string) => outcomes.getState()[name] === "failed";

/** What the font of this file says of its letters; undefined as long as it isn't here. */
export const fontOf: Fonts = (name) => fonts.get(name);

/** The page shows letters by the same bytes that they are measured by. */
async function load(name: string): Promise<void> {
  if (asked.has(name)) return;
  asked.add(name);
  let outcome: "here" | "failed" = "here";
  try {
    const answer = await fetch(pathOf(getFontFile, { params: { name } }), { credentials: "same-origin" });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const bytes = await answer.arrayBuffer();
    const face = await new FontFace(name, bytes.slice(0)).load();
    document.fonts.add(face);
    fonts.set(name, readFont(new Uint8Array(bytes), widthIn(name)));
  } catch {
    outcome = "failed";
  }
  outcomes.setState({ ...outcomes.getState(), [name]: outcome });
}

let measuring: CanvasRenderingContext2D | undefined;

/** As the page itself shapes a text in this font. */
const widthIn = (name: string) => (text: string) => {
  measuring ??= contextOf({ width: 1, height: 1 });
  measuring.font = `1000px "${name}"`;
  return measuring.measureText(text).width / 1000;
};

const waiting: string[] = [];
let isDraining = false;

/**
 * One after the other, each when the page rests: reading a font takes a phone tens of milliseconds, and between the
 * frames of a drag there are less.
 */
function loadWhenIdle(name: string): void {
  if (!waiting.includes(name)) waiting.push(name);
  if (isDraining) return;
  isDraining = true;
  whenAtRest(async () => {
    await load(waiting.shift()!);
    isDraining = false;
    if (waiting[0]) loadWhenIdle(waiting[0]);
  });
}

function tryAgain(): void {
  const settled = Object.entries(outcomes.getState());
  for (const [name] of settled) if (isFailed(name)) asked.delete(name);
  outcomes.setState(Object.fromEntries(settled.filter(([, outcome]) => outcome === "here")));
}

/** Layers that miss nothing; a font that is here stays. */
const complete = new WeakSet<Layer>();

/** Which files the letters need that are not here. Whether one has a letter is known when it is here. */
function missingFiles(layers: readonly Layer[]): string[] {
  const missing = new Set<string>();
  for (const layer of layers) {
    if (layer.kind !== "text" || complete.has(layer)) continue;
    let misses = false;
    layOutLines(layer, (name) => {
      const font = fonts.get(name);
      if (!font) {
        misses = true;
        missing.add(name);
      }
      return font;
    });
    if (!misses) complete.add(layer);
  }
  return [...missing];
}

/** Whether all is here that these layers are set in. */
export const areHere = (layers: readonly Layer[]): boolean => missingFiles(layers).length === 0;

/** Begins to load them before a screen draws anything. */
export function preloadFonts(layers: readonly Layer[]): void {
  for (const name of missingFiles(layers)) void load(name);
}

/**
 * Loads what these layers are set in, `late` after all that is not. `version` changes with each font of theirs that came;
 * until then its letters are left out.
 */
export function useFonts(layers: readonly Layer[], { late = false } = {}) {
  const [wanted] = useState(() => new Set<string>());
  const version = useStore(outcomes, (all) => [...wanted].filter((name) => all[name]).length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a font that came tells what else is needed.
  const missing = useMemo(() => missingFiles(layers), [layers, version]);
  // While rendering: one that comes before the effect has to count as well.
  for (const name of missing) wanted.add(name);
  useEffect(() => {
    for (const name of missing) {
      if (isFailed(name)) continue;
      if (late) loadWhenIdle(name);
      else void load(name);
    }
  }, [missing, late]);
  return { version, hasFailed: version > 0 && [...wanted].some(isFailed), tryAgain };
}
