import { useEffect, useSyncExternalStore } from "react";
import { pathOf } from "#contract/call.ts";
import { getFontFile } from "#contract/design-assets.ts";
import type { Layer } from "#contract/design-document.ts";
import { type Font, readFont } from "#drawing/fonts/read-font.ts";
import { layOutText } from "#drawing/text/lay-out.ts";
import type { Fonts } from "#drawing/text/letters.ts";

const fonts = new Map<string, Font>();
const asked = new Set<string>();
const failed = new Set<string>();

/** Counts the fonts that came or failed, by which a screen knows that there is something to draw anew. */
let count = 0;
const listeners = new Set<() => void>();
function subscribe(hear: () => void) {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** What the font of this file says of its letters; undefined as long as it isn't here. */
export const fontOf: Fonts = (name) => fonts.get(name);

/** The page shows letters by the same bytes that they are measured by. */
async function load(name: string): Promise<void> {
  if (asked.has(name)) return;
  asked.add(name);
  try {
    const answer = await fetch(pathOf(getFontFile, { params: { name } }), { credentials: "same-origin" });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const bytes = await answer.arrayBuffer();
    const face = await new FontFace(name, bytes.slice(0)).load();
    document.fonts.add(face);
    fonts.set(name, readFont(new Uint8Array(bytes)));
  } catch {
    failed.add(name);
  }
  count += 1;
  for (const hear of listeners) hear();
}

function tryAgain(): void {
  for (const name of failed) asked.delete(name);
  failed.clear();
  count += 1;
  for (const hear of listeners) hear();
}

/** Which files the letters need next: whether one has a letter is known when it is here. */
function missingFiles(layers: readonly Layer[]): Set<string> {
  const missing = new Set<string>();
  const look: Fonts = (name) => {
    const font = fonts.get(name);
    if (!font && !failed.has(name)) missing.add(name);
    return font;
  };
  for (const layer of layers) if (layer.kind === "text") layOutText(layer, look);
  return missing;
}

/** Whether all is here that these layers are set in. */
export const areHere = (layers: readonly Layer[]): boolean =>
  failed.size === 0 && missingFiles(layers).size === 0;

/** Loads what these layers are set in. `version` changes with each font that came; until then its letters are left out. */
export function useFonts(layers: readonly Layer[]) {
  const version = useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a font that came tells what else is needed.
  useEffect(() => {
    for (const name of missingFiles(layers)) void load(name);
  }, [layers, version]);
  return { version, hasFailed: version > 0 && failed.size > 0, tryAgain };
}
