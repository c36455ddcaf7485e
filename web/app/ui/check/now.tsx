import type { Candidate } from "#web/ui/check/candidate.ts";

/** The thumbnail that a video has at present: shown beside the new ones, and not judged. */
export const nowOf = (video: { thumbnailUrl: string } | undefined): Candidate[] =>
  video
    ? [
        {
          key: video.thumbnailUrl,
          name: "The thumbnail now",
          tag: "Now",
          draw: () => <img src={smallOf(video.thumbnailUrl)} width={1280} height={720} alt="" />,
          findings: [],
        },
      ]
    : [];

const smallOf = (url: string) => `${url}${url.includes("?") ? "&" : "?"}width=640`;
