import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import { videoIdOfLink, whyNoVideo } from "#contract/youtube-links.ts";
import { getYoutubeVideo } from "#contract/youtube-video.ts";
import { api, hasCode } from "#web/api/client.ts";
import type { FormVideo, GeneratorForm } from "#web/features/generations/form-state.ts";
import css from "#web/features/generations/video-link.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { useOneAtATime } from "#web/ui/one-at-a-time.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { takeFocus } from "#web/ui/take-focus.ts";
import { usePart } from "#web/ui/use-part.ts";

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

/** With the link that it was found by, or none where it is let go. */
type OnVideo = (video: FormVideo | null, link: string) => void;
type LinkedVideo = ReturnType<typeof useLinkedVideo>;

/** The video whose link stands in the title's place. */
export function useLinkedVideo(title: string, onVideo: OnVideo) {
  const { run, busy } = useOneAtATime();
  const [refused, setRefused] = useState<{ link: string; text: string } | null>(null);
  const link = title.trim();

  /** Takes it over; false where YouTube tells nothing of it, for the reason in `refusal`. */
  async function take(): Promise<boolean> {
    setRefused(null);
    try {
      const { data } = (await api(getYoutubeVideo, { query: { link } })).body;
      onVideo(data, link);
      takeFocus(document.getElementById("video-title"));
      return true;
    } catch (error) {
      const offline = hasCode(error, "NETWORK");
      const text = offline
        ? "There is no connection right now. Try again, or type the title."
        : (error as Error).message;
      setRefused({ link, text });
      return false;
    }
  }
  const refusal = refused?.link === link ? refused.text : null;
  const use = async () => (await run(take)) ?? true;
  return { link, isLink: videoIdOfLink(link) !== null, busy, refusal, use };
}

/** Below the title: offers the video whose link stands there, and shows the one that was taken over. */
export function VideoLink(props: {
  form: Pick<GeneratorForm, "video" | "references">;
  linked: LinkedVideo;
  onVideo: OnVideo;
  onReference: (id: string) => void;
}) {
  const { form, linked } = props;
  const { isLink } = linked;
  useEffect(() => {
    if (isLink) void loadFigure().catch(() => undefined);
  }, [isLink]);
  return (
    <>
      {isLink && (
        <div className={css.offer}>
          <p>This is the link of a video.</p>
          <Button
            variant="default"
            size="sm"
            leftSection={<Check size={16} aria-hidden />}
            loading={linked.busy}
            onClick={() => void linked.use()}
          >
            Use this video
          </Button>
          {linked.refusal && (
            <p role="alert" className={css.refused}>
              {linked.refusal}
            </p>
          )}
        </div>
      )}
      {form.video && <TakenOver {...props} video={form.video} />}
    </>
  );
}

const loadFigure = () => import("#web/features/generations/video-figure.tsx");

/** Its script is asked for as soon as a link stands in the title's place. */
function TakenOver(props: {
  video: FormVideo;
  form: Pick<GeneratorForm, "references">;
  linked: LinkedVideo;
  onVideo: OnVideo;
  onReference: (id: string) => void;
}) {
  const { part, failure } = usePart(loadFigure);
  if (failure) return <ErrorState compact title="The video could not be shown." {...failure} />;
  return (
    part && (
      <part.VideoFigure
        video={props.video}
        references={props.form.references}
        onReference={props.onReference}
        onLetGo={() => props.onVideo(null, props.linked.link)}
      />
    )
  );
}
