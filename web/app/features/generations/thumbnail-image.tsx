import type { Generation, GenerationImage } from "#contract/generations.ts";
import { previewWidths } from "#contract/previews.ts";
import { smallUrl } from "#web/ui/preview-url.ts";

/**
 * One of a pair's thumbnails at a small size; `sizes` is its width on the page as CSS says it. The full file comes only
 * where it is looked at large or downloaded.
 */
export function ThumbnailImage(props: {
  image: GenerationImage;
  sizes: string;
  alt: string;
  /** "first": the one that a person sees first on the screen. "near": once it comes near to what is seen. */
  load?: "first" | "near";
  className?: string | undefined;
}) {
  const { image, sizes, alt, load, className } = props;
  return (
    <img
      srcSet={previewWidths.map((width) => `${smallUrl(image, width)} ${width}w`).join(", ")}
      sizes={sizes}
      src={smallUrl(image)}
      width={1280}
      height={720}
      alt={alt}
      className={className}
      {...(load ? loadingOf(load) : {})}
    />
  );
}

/** The first picture goes ahead of the screen's scripts; the others come after them. */
export function loadingOf(load: "first" | "near") {
  return load === "first"
    ? ({ fetchPriority: "high" } as const)
    : ({ loading: "lazy", decoding: "async" } as const);
}

/** The whole picture as its owner means it: with the words that are set on it, as they are by now. */
export function fullUrl({ designId, designVersion, url }: GenerationImage) {
  return designId ? `/api/designs/${designId}/image?version=${designVersion}` : url;
}

/** The images as lists show them: the kept one first. */
export function keptFirst({ images, kept }: Pick<Generation, "images" | "kept">): GenerationImage[] {
  return images.toSorted((a, b) => Number(b.position === kept) - Number(a.position === kept));
}
