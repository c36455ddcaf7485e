import { useState } from "react";
import type { PreviewWidth } from "#contract/previews.ts";
import css from "#web/ui/present-thumbnail.module.css";
import { atWidth } from "#web/ui/preview-url.ts";
import { createStore, useStore } from "#web/ui/store.ts";

export interface ShownVideo {
  thumbnailUrl: string;
  privacy?: string;
}

/** How many thumbnails were set from this page. */
const settings = createStore(0);
export const thumbnailWasSet = () => settings.setState(settings.getState() + 1);

/** For so long the shop takes a thumbnail for the present one. */
const presentMs = 10 * 60_000;

/** A document shows an image that it has once more without asking for it: an address of its own has it asked for. */
export function usePresentUrl(thumbnailUrl: string, width: PreviewWidth): string {
  const count = useStore(settings, (set) => set);
  const [since] = useState(() => Math.floor(Date.now() / presentMs));
  return atWidth(`${thumbnailUrl}?v=${since}-${count}`, width);
}

/** The thumbnail that YouTube shows of a video, as it fills its box; a private one's it shows to nobody. */
export function PresentThumbnail({ video, width }: { video: ShownVideo; width: PreviewWidth }) {
  const url = usePresentUrl(video.thumbnailUrl, width);
  const [missing, setMissing] = useState<string | null>(null);
  const isPrivate = video.privacy === "private";
  if (isPrivate || missing === url)
    return <span className={css.none}>{isPrivate && "Private: "}YouTube shows no picture</span>;
  return <img src={url} width={1280} height={720} alt="" loading="lazy" onError={() => setMissing(url)} />;
}
