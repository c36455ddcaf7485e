import { useState } from "react";
import type { ApiAnswer } from "#contract/call.ts";
import {
  type ChannelVideo,
  getYoutubeConnection,
  type ThumbnailSet,
  type YoutubeConnection,
} from "#contract/youtube.ts";
import { getYoutubeVideo } from "#contract/youtube-video.ts";
import { useCall } from "#web/api/query.tsx";
import { Channel, ConnectButton, ConnectOutcome } from "#web/features/youtube/connection.tsx";
import { History } from "#web/features/youtube/history.tsx";
import { SetThumbnail, SetThumbnailSkeleton } from "#web/features/youtube/set-thumbnail.tsx";
import { type Thumbnail, useToSet } from "#web/features/youtube/use-to-set.ts";
import { lengthOf, VideoList } from "#web/features/youtube/video-list.tsx";
import css from "#web/features/youtube/youtube.module.css";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useQueryInUrl } from "#web/ui/query-in-url.ts";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { toSetOf } from "#web/ui/youtube-address.ts";

/** The connected channel: a thumbnail set on one of its videos, and what was set before. */
export function YoutubeScreen(props: { connection: ApiAnswer<typeof getYoutubeConnection> | undefined }) {
  const connection = useCall(getYoutubeConnection, {}, { loaded: props.connection, staleTime: 0 });
  return (
    <>
      <PageHeader
        title="YouTube"
        description="Set a thumbnail on a video of your channel, and take it back for 30 days."
      />
      <div className={css.screen}>
        <ConnectOutcome isConnected={connection.data?.connected ?? false} />
        {connection.data ? (
          <Connected connection={connection.data} />
        ) : connection.isError ? (
          <ErrorState
            title="Your channel could not be loaded."
            message={connection.error.message}
            onRetry={() => void connection.refetch()}
          />
        ) : (
          <Skeleton height={120} radius="lg" />
        )}
      </div>
    </>
  );
}

function Connected({ connection }: { connection: YoutubeConnection }) {
  const { search } = useQueryInUrl();
  const what = toSetOf(search);
  const { thumbnail, problem, refetch } = useToSet(what);
  if (!connection.available)
    return <EmptyState title="YouTube can't be connected here">This shop has not set it up.</EmptyState>;
  const purpose = what ? "set" : "list";
  const { channel, connected } = connection;
  if (!connected || !channel || !connection.purposes.includes(purpose))
    return (
      <>
        {channel && <Channel connection={connection} />}
        <ConnectButton purpose={purpose} again={channel !== undefined} />
        <History mayUndo={connected} />
      </>
    );
  return (
    <>
      <Channel connection={connection} />
      {problem ? (
        <ErrorState compact title="The thumbnail could not be loaded." message={problem} onRetry={refetch} />
      ) : what && !thumbnail ? (
        <SetThumbnailSkeleton />
      ) : (
        <Videos channel={channel} thumbnail={thumbnail} />
      )}
    </>
  );
}

function Videos(props: { channel: { title: string; thumbnailUrl: string }; thumbnail: Thumbnail | null }) {
  const { channel, thumbnail } = props;
  const { search, change } = useQueryInUrl();
  const [seen, setSeen] = useState<Record<string, ChannelVideo>>({});
  const [putBack, setPutBack] = useState<ThumbnailSet | null>(null);
  const asked = new URLSearchParams(search).get("video");
  // The video that it was made for is chosen already, where it is one of this channel's.
  const own = thumbnail?.video?.channel === channel.title ? thumbnail.video.id : null;
  const chosen = asked ?? own;
  const listed = chosen ? seen[chosen] : undefined;
  const told = useCall(
    getYoutubeVideo,
    { query: { link: `https://youtu.be/${chosen}` } },
    { enabled: chosen !== null && chosen !== "none" && !listed },
  );
  const video = listed ?? (chosen && chosen !== "none" ? told.data : undefined);

  if (thumbnail && chosen && chosen !== "none" && !video && told.isPending) return <SetThumbnailSkeleton />;
  if (thumbnail && video)
    return (
      <>
        <SetThumbnail
          key={video.id}
          thumbnail={thumbnail}
          video={video}
          channel={channel}
          onAnother={() => change({ video: "none", history: "" }, false)}
          putBack={putBack}
          onPutBack={setPutBack}
        />
        <History mayUndo videoId={video.id} onPutBack={setPutBack} />
      </>
    );
  return (
    <>
      <section className={css.part} aria-labelledby="videos-title">
        <h2 id="videos-title" className={css.heading}>
          {thumbnail ? "On which video?" : "Your videos"}
        </h2>
        <VideoList
          chosen={chosen}
          onChoose={(next) => {
            setSeen((all) => ({ ...all, [next.id]: next }));
            // Check shows the badge as the video has it.
            const length = lengthOf(next.durationSeconds);
            if (thumbnail) change({ video: next.id, length, history: "" }, false);
            else change({ video: next.id === chosen ? "" : next.id, history: "" }, false);
          }}
        />
      </section>
      <History mayUndo {...(video && !thumbnail ? { videoId: video.id } : {})} />
    </>
  );
}
