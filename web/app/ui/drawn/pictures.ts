import { useEffect, useMemo } from "react";
import { pathOf } from "#contract/call.ts";
import { getDesignArt } from "#contract/design-assets.ts";
import type { DesignDocument } from "#contract/design-document.ts";
import { getReferenceImage } from "#contract/references.ts";
import { canvas } from "#drawing/canvas.ts";
import type { Sources } from "#drawing/draw-document.ts";
import { createStore, useStore } from "#web/ui/store.ts";

type Source = Parameters<Sources["picture"]>[0];

/** By address: how large a picture is, and null where it can't be loaded. */
const sizes = new Map<string, { width: number; height: number } | null>();
const asked = new Set<string>();

/** Counts the pictures that came or failed, by which a screen knows that there is something to draw anew. */
const settled = createStore(0);

async function load(href: string): Promise<void> {
  if (asked.has(href)) return;
  asked.add(href);
  const image = Object.assign(new Image(), { src: href });
  const size = await image.decode().then(
    () => ({ width: image.naturalWidth, height: image.naturalHeight }),
    () => null,
  );
  // One that failed is asked for again by whoever needs it next.
  if (!size) asked.delete(href);
  sizes.set(href, size);
  settled.setState(settled.getState() + 1);
}

/** Null for a run's picture, whose size is known, and for a logo that the shop has not put in yet. */
function ownAddress(source: Source): string | null {
  if (source.kind === "picture" || !source.id) return null;
  return pathOf(getReferenceImage, { params: { id: source.id } });
}

/**
 * What a design's drawing asks for its pictures by, another function each time that one of them came; until then it is left
 * out.
 */
export function usePictures(
  designId: string,
  { art, layers }: Pick<DesignDocument, "art" | "layers">,
): Sources["picture"] {
  const version = useStore(settled, (count) => count);
  useEffect(() => {
    const sources = [
      ...(art.kind === "colour" ? [] : [art]),
      ...layers.flatMap((layer) => (layer.kind === "picture" ? layer.source : [])),
    ];
    for (const href of new Set(sources.map(ownAddress))) if (href) void load(href);
  }, [art, layers]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes are outside of what React sees.
  return useMemo(
    () => (source: Source) => {
      if (source.kind === "picture") {
        const query = { picture: source.id };
        return { ...canvas, href: pathOf(getDesignArt, { params: { id: designId }, query }) };
      }
      const href = ownAddress(source);
      const size = href && sizes.get(href);
      return size ? { ...size, href } : null;
    },
    [designId, version],
  );
}
