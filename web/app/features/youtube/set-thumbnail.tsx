import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { getDesign } from "#contract/designs.ts";
import { getGeneration } from "#contract/generations.ts";
import {
  type ChannelVideo,
  getYoutubeConnection,
  setYoutubeThumbnail,
  type ThumbnailSet,
} from "#contract/youtube.ts";
import { api, hasCode } from "#web/api/client.ts";
import { useSameRequest } from "#web/api/same-request.ts";
import { Undo, useThumbnailsChanged } from "#web/features/youtube/undo.tsx";
import type { Thumbnail } from "#web/features/youtube/use-to-set.ts";
import css from "#web/features/youtube/youtube.module.css";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Anchor } from "#web/ui/elements/text.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { usePart } from "#web/ui/use-part.ts";

const loadNowAndThen = () => import("#web/features/youtube/now-and-then.tsx");
type NowAndThen = Awaited<ReturnType<typeof loadNowAndThen>>["default"];

/** The chosen video with its present thumbnail beside the new one; then the new one set, and the way back. */
export function SetThumbnail(props: {
  thumbnail: Thumbnail;
  video: Pick<ChannelVideo, "id" | "title" | "thumbnailUrl"> & Partial<Pick<ChannelVideo, "privacy">>;
  channel: { title: string; thumbnailUrl: string };
  onAnother: () => void;
  /** What was put back last on this screen. */
  putBack: ThumbnailSet | null;
  onPutBack: (set: ThumbnailSet) => void;
}) {
  const { thumbnail, video } = props;
  const client = useQueryClient();
  const thumbnailsChanged = useThumbnailsChanged();
  const confirm = useConfirm();
  const same = useSameRequest();
  const region = useRef<HTMLElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const [last, setLast] = useState<{ set: ThumbnailSet; of: Thumbnail["body"] } | null>(null);
  // A design that was mended since is set anew.
  const done = JSON.stringify(last?.of) === JSON.stringify(thumbnail.body) ? last?.set : undefined;
  const isBack = done !== undefined && props.putBack?.id === done.id;
  // What was pressed is gone: the keyboard goes on from here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state.
  useEffect(() => {
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [done?.id, isBack]);

  async function set(isPrivate = video.privacy === "private"): Promise<void> {
    if (isBusy) return;
    const isSure = await confirm({
      title: `Set this thumbnail on “${isolated(video.title)}”?`,
      message: isPrivate
        ? "YouTube shows a private video's picture to nobody, so the one that is there now can't be kept, and can't be put back from here."
        : "The one that is there now is kept for 30 days, and can be put back at a press.",
      confirmLabel: "Set on YouTube",
      danger: false,
    });
    if (!isSure) return;
    setBusy(true);
    setRefused(null);
    const named = { ...thumbnail.body, video: video.id };
    try {
      const body = {
        ...thumbnail.body,
        ...(isPrivate ? { withoutFormer: true } : {}),
        idempotencyKey: same.keyFor(named),
      };
      const { data } = (await api(setYoutubeThumbnail, { params: { id: video.id }, body })).body;
      same.answered();
      setLast({ set: data, of: thumbnail.body });
      thumbnailsChanged();
    } catch (error) {
      same.answered(error);
      // Made private since it was listed.
      if (!isPrivate && hasCode(error, "YOUTUBE_PRIVATE")) return await set(true);
      setRefused(error);
      if (hasCode(error, "YOUTUBE_NOT_CONNECTED"))
        void client.invalidateQueries({ queryKey: [getYoutubeConnection.path] });
      if (hasCode(error, "STALE_VERSION"))
        for (const { path } of [getDesign, getGeneration])
          void client.invalidateQueries({ queryKey: [path] });
    } finally {
      setBusy(false);
    }
  }
  return (
    <section ref={region} tabIndex={-1} className={css.part} aria-labelledby="set-title">
      <h2 id="set-title" className={css.heading}>
        {video.title}
      </h2>
      <div role="status" className={css.status}>
        {done && (
          <Alert color="green" title={isBack ? "The former thumbnail is back." : "It is set."}>
            YouTube may show {isBack ? "the other" : "the former"} one for some minutes.{" "}
            <Anchor href={`https://www.youtube.com/watch?v=${video.id}`} target="_blank" rel="noreferrer">
              Look at the video
            </Anchor>
          </Alert>
        )}
        {isBusy && (
          <p className={css.note}>
            {video.privacy === "private"
              ? "Setting the thumbnail…"
              : "Keeping the present thumbnail, then setting the new one…"}
          </p>
        )}
      </div>
      <div className={css.set}>
        {!done || isBack ? (
          <Button loading={isBusy} onClick={() => void set()}>
            Set on YouTube
          </Button>
        ) : (
          // Put back, and that undone by the history below: it goes on there.
          !done.withoutFormer &&
          props.putBack?.restores !== done.id && <Undo set={done} label="Undo" onDone={props.onPutBack} />
        )}
        <Button variant="default" off={isBusy} onClick={props.onAnother}>
          Another video
        </Button>
      </div>
      {refused !== null && <Refusal error={refused} />}
      <Comparison {...props} />
    </section>
  );
}

function Comparison(props: ComponentProps<NowAndThen>) {
  const { part, failure } = usePart(loadNowAndThen);
  if (failure) return <ErrorState compact title="The comparison could not be loaded." {...failure} />;
  return part ? <part.default {...props} /> : <Skeleton height={360} radius="lg" />;
}

function Refusal({ error }: { error: unknown }) {
  const isUnverified = hasCode(error, "YOUTUBE_NOT_ALLOWED");
  return (
    <Alert color="red" role="alert">
      {(error as Error).message}{" "}
      {isUnverified && (
        <Anchor href="https://www.youtube.com/verify" target="_blank" rel="noreferrer">
          Verify your channel
        </Anchor>
      )}
    </Alert>
  );
}

export function SetThumbnailSkeleton() {
  return (
    <div className={css.part}>
      <Skeleton height={360} radius="lg" />
      <Status className="visually-hidden">Loading...</Status>
    </div>
  );
}
