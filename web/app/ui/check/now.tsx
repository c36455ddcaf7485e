import type { Candidate } from "#web/ui/check/candidate.ts";
import { atWidth } from "#web/ui/preview-url.ts";

/** The thumbnail that a video has at present: shown beside the new ones, and not judged. */
export const nowOf = (video: { thumbnailUrl: string } | undefined): Candidate[] =>
  video
    ? [
        {
          key: video.thumbnailUrl,
          name: "The thumbnail now",
          tag: "Now",
          draw: () => <img src={atWidth(video.thumbnailUrl, 640)} width={1280} height={720} alt="" />,
          findings: [],
        },
      ]
    : [];
