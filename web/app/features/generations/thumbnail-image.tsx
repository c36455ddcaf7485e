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
  lazy?: boolean;
  className?: string | undefined;
}) {
  const { image, sizes, alt, lazy, className } = props;
  return (
    <img
      srcSet={previewWidths.map((width) => `${smallUrl(image, width)} ${width}w`).join(", ")}
      sizes={sizes}
      src={smallUrl(image)}
      width={1280}
      height={720}
      alt={alt}
      className={className}
      {...(lazy ? ({ loading: "lazy", decoding: "async" } as const) : {})}
    />
  );
}

/** The whole picture as its owner means it: with the words that are set on it, as they are by now. */
export function fullUrl({ designId, designVersion, url }: GenerationImage) {
  return designId ? `/api/designs/${designId}/image?version=${designVersion}` : url;
}

/** The images as lists show them: the kept one first. */
export function keptFirst({ images, kept }: Pick<Generation, "images" | "kept">): GenerationImage[] {
  return images.toSorted((a, b) => Number(b.position === kept) - Number(a.position === kept));
}
