import { X } from "lucide-react";
import { videoThumbnailUrl } from "#contract/youtube-video.ts";
import { FollowStyle } from "#web/features/generations/follow-style.tsx";
import type { FormVideo } from "#web/features/generations/form-state.ts";
import css from "#web/features/generations/video-link.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { usePresentUrl } from "#web/ui/present-thumbnail.tsx";
import { takeFocus } from "#web/ui/take-focus.ts";

/** The video that was taken over, whose style the run may follow. */
export function VideoFigure(props: {
  video: FormVideo;
  references: readonly string[];
  onReference: (id: string) => void;
  onLetGo: () => void;
}) {
  const { video } = props;
  return (
    <figure className={css.video}>
      <img
        src={usePresentUrl(videoThumbnailUrl(video.id), 320)}
        width={128}
        height={72}
        alt={`Present thumbnail of ${video.title}`}
      />
      <figcaption>
        <strong>{video.title}</strong>
        <span className={css.note}>on {video.channel}</span>
        <FollowStyle video={video} references={props.references} onReference={props.onReference} />
      </figcaption>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        px="xs"
        aria-label="No longer for this video"
        onClick={() => {
          props.onLetGo();
          takeFocus(document.getElementById("video-title"));
        }}
      >
        <X size={18} aria-hidden />
      </Button>
    </figure>
  );
}
