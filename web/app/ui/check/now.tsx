import type { Candidate } from "#web/ui/check/candidate.ts";
import { PresentThumbnail, type ShownVideo } from "#web/ui/present-thumbnail.tsx";

/** The thumbnail that a video has at present: shown beside the new ones, and not judged. */
export const nowOf = (video: ShownVideo | undefined): Candidate[] =>
  video
    ? [
        {
          key: video.thumbnailUrl,
          name: "The thumbnail now",
          tag: "Now",
          draw: () => <PresentThumbnail video={video} width={640} />,
          findings: [],
        },
      ]
    : [];
