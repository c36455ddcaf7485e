import { useCallback, useEffect, useMemo, useState } from "react";
import type { DesignDocument } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import type { Pixels } from "#drawing/check/pixels.ts";
import { drawLayer, type Sources } from "#drawing/draw-document.ts";
import { drawArt } from "#drawing/svg/art.ts";
import { fontOf } from "#web/ui/drawn/fonts.ts";
import { paintWords } from "#web/ui/drawn/paint-words.ts";
import { bitmapAt, contextOf, pixelsOf } from "#web/ui/drawn/pixels.ts";

/** A quarter of the canvas in each direction. */
const size = { width: canvas.width / 4, height: canvas.height / 4 };
/** After the last change, in milliseconds. */
const waitMs = 150;

type Content = Pick<DesignDocument, "art" | "layers">;

export interface PixelsRead {
  /** Null until they are here. Those of before stay while new ones are made. */
  pixels: Pixels | null;
  hasFailed: boolean;
  tryAgain(): void;
}

/** What a document's words have behind them, for their colours and contrast; nothing until the document is here. */
export function useGround(content: Content | null, picture: Sources["picture"]): PixelsRead {
  const { art, layers } = content ?? {};
  const markup = useMemo(
    () => (art && layers ? groundMarkup({ art, layers }, picture) : null),
    [art, layers, picture],
  );
  return usePixels(
    useCallback(async () => (markup === null ? null : pixelsOf(await drawGround(markup))), [markup]),
  );
}

/**
 * All of a document, to be told from another picture, which there may not be; `fontsVersion` has it drawn anew when a
 * font came.
 */
export function useWhole(
  { art, layers }: Content,
  picture: Sources["picture"],
  { fontsVersion, isWanted }: { fontsVersion: number; isWanted: boolean },
): PixelsRead {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fonts are outside of what React sees.
  const make = useCallback(async () => {
    if (!isWanted) return null;
    const context = await drawGround(groundMarkup({ art, layers }, picture));
    paintWords(context, layers, fontOf);
    return pixelsOf(context);
  }, [art, layers, picture, fontsVersion, isWanted]);
  return usePixels(make);
}

/** What a picture's address shows; without an address nothing. */
export function usePictureAt(url: string | undefined): PixelsRead {
  const make = useCallback(async () => {
    if (url === undefined) return null;
    const context = contextOf(size);
    context.drawImage(await bitmapAt(url), 0, 0, size.width, size.height);
    return pixelsOf(context);
  }, [url]);
  return usePixels(make);
}

function usePixels(make: () => Promise<Pixels | null>): PixelsRead {
  const [read, setRead] = useState<Omit<PixelsRead, "tryAgain">>({ pixels: null, hasFailed: false });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is another try.
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const next = await make().then(
        (pixels) => ({ pixels, hasFailed: false }),
        () => ({ pixels: null, hasFailed: true }),
      );
      if (isCurrent) setRead(next);
    }, waitMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [make, round]);
  return { ...read, tryAgain: () => setRound(round + 1) };
}

/** The same markup as the picture's, without its words, so that crop, light and shade are as they are seen. */
const groundMarkup = ({ art, layers }: Content, picture: Sources["picture"]): string =>
  drawArt(art, art.kind === "colour" ? null : picture(art), "art") +
  layers
    .map((layer, at) =>
      layer.kind === "text" ? "" : drawLayer(layer, { fonts: fontOf, picture }, `ground-${at}`),
    )
    .join("");

async function drawGround(markup: string): Promise<CanvasRenderingContext2D> {
  const { width, height } = size;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${canvas.width} ${canvas.height}">${await withCopies(markup)}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const context = contextOf(size);
  context.drawImage(image, 0, 0, width, height);
  return context;
}

const copies = new Map<string, Promise<string>>();

/** A drawing that is an image may fetch nothing: its pictures go into it as data addresses. */
async function withCopies(markup: string): Promise<string> {
  const addresses = [...new Set([...markup.matchAll(/ href="(\/[^"]*)"/g)].map(([, href]) => href!))];
  const copied = await Promise.all(addresses.map(async (href) => [href, await smallCopy(href)] as const));
  return copied.reduce((text, [href, copy]) => text.replaceAll(` href="${href}"`, ` href="${copy}"`), markup);
}

/** Escaped as in an attribute. */
function smallCopy(href: string): Promise<string> {
  const known = copies.get(href);
  if (known) return known;
  const making = makeCopy(href.replaceAll("&amp;", "&"));
  copies.set(href, making);
  making.catch(() => copies.delete(href));
  return making;
}

/** Stretched: the drawing gives each picture the sides that it has. WebP keeps what is clear. */
async function makeCopy(url: string): Promise<string> {
  const half = { width: canvas.width / 2, height: canvas.height / 2 };
  const context = contextOf(half);
  context.drawImage(await bitmapAt(url), 0, 0, half.width, half.height);
  return context.canvas.toDataURL("image/webp", 0.9);
}
