import { Video, X } from "lucide-react";
import { useState } from "react";
import { videoIdOfLink, whyNoVideo } from "#contract/youtube-links.ts";
import { getYoutubeVideo, videoThumbnailUrl } from "#contract/youtube-video.ts";
import { ApiError, api } from "#web/api/client.ts";
import { FollowStyle } from "#web/features/generations/follow-style.tsx";
import type { FormVideo, GeneratorForm } from "#web/features/generations/form-state.ts";
import css from "#web/features/generations/video-link.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { takeFocus } from "#web/ui/take-focus.ts";

/** A text that means to be a link: no title is one. */
const looksLikeLink = /^(https?:\/\/|([\w-]+\.)?(youtube\.com|youtu\.be)\/)\S+$/i;

/** What to say of a link that leads to no video; null of any other text. */
export const hintOf = (title: string): string | null => {
  const text = title.trim();
  return looksLikeLink.test(text) && !videoIdOfLink(text) ? whyNoVideo(text) : null;
};

/** A link that is longer than a title may be, shortened to what counts. Null for any other text. */
export function shortLink(pasted: string): string | null {
  const id = videoIdOfLink(pasted);
  return id && `https://youtu.be/${id}`;
}

/** Below the title: takes the video over whose link stands there, and shows the one that was taken over. */
export function VideoLink({
  form,
  onVideo,
  onReferences,
}: {
  form: Pick<GeneratorForm, "title" | "video" | "references">;
  /** With the link that it was found by, or none where it is let go. */
  onVideo: (video: FormVideo | null, link: string) => void;
  onReferences: (next: string[]) => void;
}) {
  const [asking, setAsking] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ link: string; text: string } | null>(null);
  const link = form.title.trim();
  const id = videoIdOfLink(link);

  async function use() {
    if (asking !== null) return;
    setAsking(link);
    setRefused(null);
    try {
      const { data } = (await api(getYoutubeVideo, { query: { link } })).body;
      onVideo(data, link);
      takeFocus(document.getElementById("video-title"));
    } catch (error) {
      const offline = error instanceof ApiError && error.code === "NETWORK";
      const text = offline
        ? "There is no connection right now. Try again, or type the title."
        : (error as Error).message;
      setRefused({ link, text });
    } finally {
      setAsking(null);
    }
  }

  return (
    <>
      {id && (
        <div className={css.offer}>
          <p>This is the link of a video.</p>
          <Button
            variant="default"
            size="sm"
            leftSection={<Video size={16} aria-hidden />}
            loading={asking !== null}
            onClick={use}
          >
            Use this video
          </Button>
          {refused?.link === link && (
            <p role="alert" className={css.refused}>
              {refused.text}
            </p>
          )}
        </div>
      )}
      {form.video && (
        <figure className={css.video}>
          <img
            src={`${videoThumbnailUrl(form.video.id)}?width=320`}
            width={128}
            height={72}
            alt={`Present thumbnail of ${form.video.title}`}
          />
          <figcaption>
            <strong>{form.video.title}</strong>
            <span className={css.note}>on {form.video.channel}</span>
            <FollowStyle video={form.video} references={form.references} onReferences={onReferences} />
          </figcaption>
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            px="xs"
            aria-label="No longer for this video"
            onClick={() => {
              onVideo(null, link);
              takeFocus(document.getElementById("video-title"));
            }}
          >
            <X size={18} aria-hidden />
          </Button>
        </figure>
      )}
    </>
  );
}
