import type { PreviewWidth } from "#contract/previews.ts";

/** The small version of a picture, whose address may ask for something else already. */
export const atWidth = (url: string, width: PreviewWidth): string =>
  `${url}${url.includes("?") ? "&" : "?"}width=${width}`;

/**
 * A run's picture small: of one that is a design by now, with the words that are set on it. The design's address is written
 * out, since its call would bring what a document may be to every list.
 */
export function smallUrl(
  image: {
    designId?: string | undefined;
    designVersion?: number | undefined;
    previewUrl?: string | undefined;
  },
  width: PreviewWidth = 640,
): string {
  const { designId, designVersion, previewUrl } = image;
  return atWidth(
    designId ? `/api/designs/${designId}/preview?version=${designVersion}` : `${previewUrl}`,
    width,
  );
}
