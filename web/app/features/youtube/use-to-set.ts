import { getDesign } from "#contract/designs.ts";
import { getGeneration } from "#contract/generations.ts";
import { useCall } from "#web/api/query.tsx";
import { smallUrl } from "#web/ui/preview-url.ts";
import type { ToSet } from "#web/ui/youtube-address.ts";

/** What is to be set, as the screen shows it and as the call names it. */
export interface Thumbnail {
  title: string;
  /** As a small WebP. */
  url: string;
  body: { imageId: string } | { designId: string; designVersion: number | undefined };
  /** The video that it was made for. */
  video?: { id: string; channel: string } | undefined;
}

/** As it is by now: what is cached from before an edit would be confirmed, and the edited one be set. */
export function useToSet(what: ToSet | null) {
  const isDesign = what !== null && "design" in what;
  const designId = isDesign ? what.design : "";
  const design = useCall(getDesign, { params: { id: designId } }, { enabled: isDesign, staleTime: 0 });
  const runId = isDesign ? design.data?.runId : what?.run;
  const run = useCall(
    getGeneration,
    { params: { id: runId ?? "" } },
    { enabled: runId !== undefined, staleTime: 0 },
  );

  function thumbnail(): Thumbnail | null {
    const video = run.data?.video;
    if (isDesign) {
      // The run tells for which video it is; without it the design can be set all the same.
      if (!design.data || !design.isReadSinceMount || (runId && run.isPending)) return null;
      const { id, name, version } = design.data;
      return {
        title: name,
        url: smallUrl({ designId: id, designVersion: version }),
        body: { designId: id, designVersion: version },
        video,
      };
    }
    const image = what && run.data?.images.find(({ position }) => position === what.position);
    if (!image || !run.data || !run.isReadSinceMount) return null;
    // With the words that are set on it, as they are by now.
    const { title } = run.data;
    const { designId, designVersion } = image;
    const body = designId ? { designId, designVersion } : { imageId: image.id };
    return { title, url: smallUrl(image), body, video };
  }
  const found = thumbnail();
  const failed = isDesign ? design.error : run.error;
  const isGone = !isDesign && run.isSuccess && run.isReadSinceMount;
  return {
    thumbnail: found,
    // One that was read stays, whatever becomes of a later reading.
    problem: found ? null : (failed?.message ?? (isGone ? "This run has no such thumbnail." : null)),
    refetch: () => void (isDesign ? design : run).refetch(),
  };
}
