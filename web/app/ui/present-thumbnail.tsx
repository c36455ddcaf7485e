import { useState } from "react";
import type { PreviewWidth } from "#contract/previews.ts";
import css from "#web/ui/present-thumbnail.module.css";
import { atWidth } from "#web/ui/preview-url.ts";

export interface ShownVideo {
  thumbnailUrl: string;
  privacy?: string;
}

/** The thumbnail that YouTube shows of a video, as it fills its box; a private one's it shows to nobody. */
export function PresentThumbnail({ video, width }: { video: ShownVideo; width: PreviewWidth }) {
  const { thumbnailUrl, privacy } = video;
  const [missing, setMissing] = useState<string | null>(null);
  const isPrivate = privacy === "private";
  if (isPrivate || missing === thumbnailUrl)
    return <span className={css.none}>{isPrivate && "Private: "}YouTube shows no picture</span>;
  return (
    <img
      src={atWidth(thumbnailUrl, width)}
      width={1280}
      height={720}
      alt=""
      loading="lazy"
      onError={() => setMissing(thumbnailUrl)}
    />
  );
}
