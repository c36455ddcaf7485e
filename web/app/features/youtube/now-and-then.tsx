import { useMemo, useState } from "react";
import type { Thumbnail } from "#web/features/youtube/use-to-set.ts";
import type { About, Candidate } from "#web/ui/check/candidate.ts";
import { CheckPanel } from "#web/ui/check/check-panel.tsx";
import { nowOf } from "#web/ui/check/now.tsx";
import type { ShownVideo } from "#web/ui/present-thumbnail.tsx";

/** The new thumbnail beside the present one where both are seen. */
export default function NowAndThen(props: {
  thumbnail: Thumbnail;
  video: ShownVideo & { title: string };
  channel: { title: string; thumbnailUrl: string };
}) {
  const { thumbnail, video, channel } = props;
  const [about, setAbout] = useState<About>({
    title: video.title,
    channel: channel.title,
    avatar: channel.thumbnailUrl,
  });
  const candidates = useMemo<Candidate[]>(
    () => [
      {
        key: thumbnail.url,
        name: "The new thumbnail",
        tag: "New",
        draw: () => <img src={thumbnail.url} width={1280} height={720} alt="" />,
        findings: [],
      },
      ...nowOf(video),
    ],
    [thumbnail.url, video],
  );
  return <CheckPanel candidates={candidates} about={about} onAbout={setAbout} />;
}
