import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type ChannelVideo, getYoutubeConnection, getYoutubeVideos } from "#contract/youtube.ts";
import { hasCode } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/youtube/youtube.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { PresentThumbnail } from "#web/ui/present-thumbnail.tsx";
import { useQueryInUrl } from "#web/ui/query-in-url.ts";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { VideoCard } from "#web/ui/video-card.tsx";

/** The newest uploads of the connected channel, a page at a time, to choose one of. */
export function VideoList(props: { chosen: string | null; onChoose: (video: ChannelVideo) => void }) {
  const { search, change } = useQueryInUrl();
  const pageToken = new URLSearchParams(search).get("page") ?? "";
  const setPageToken = (token = "") => change({ page: token }, false);
  const list = useCall(
    getYoutubeVideos,
    { query: pageToken ? { pageToken } : {} },
    { keepPrevious: true, staleTime: 60_000 },
  );
  const client = useQueryClient();
  const isEnded = hasCode(list.error, "YOUTUBE_NOT_CONNECTED");
  // The screen then offers to connect again.
  useEffect(() => {
    if (isEnded) void client.invalidateQueries({ queryKey: [getYoutubeConnection.path] });
  }, [isEnded, client]);
  if (list.isError && !list.data)
    return (
      <ErrorState
        compact
        title="Your videos could not be loaded."
        message={list.error.message}
        onRetry={() => (pageToken ? setPageToken() : void list.refetch())}
      />
    );
  if (!list.data)
    return (
      <div className={css.videos}>
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className={css.skeleton} />
        ))}
        <Status className="visually-hidden">Loading your videos...</Status>
      </div>
    );
  const { videos, nextPageToken, previousPageToken } = list.data;
  if (videos.length === 0)
    return (
      <EmptyState compact level={3} title="No videos yet">
        This channel has no uploads. Publish one, or upload it as private, and set its thumbnail here.
      </EmptyState>
    );
  return (
    <>
      <ul className={css.videos} aria-label="Your videos" aria-busy={list.isPlaceholderData || undefined}>
        {videos.map((video) => (
          <li key={video.id}>
            <button
              type="button"
              className={css.video}
              aria-pressed={video.id === props.chosen}
              onClick={() => props.onChoose(video)}
            >
              <VideoCard
                picture={<PresentThumbnail video={video} width={320} />}
                length={lengthOf(video.durationSeconds)}
                title={video.title}
                byline={
                  <>
                    <FormattedDate at={video.publishedAt} />
                    {video.privacy !== "public" &&
                      ` · ${video.privacy === "private" ? "Private" : "Unlisted"}`}
                  </>
                }
              />
            </button>
          </li>
        ))}
      </ul>
      {(nextPageToken || previousPageToken) && (
        <nav className={css.pages} aria-label="Pages of your videos">
          <Button variant="default" off={!previousPageToken} onClick={() => setPageToken(previousPageToken)}>
            Newer
          </Button>
          <Button variant="default" off={!nextPageToken} onClick={() => setPageToken(nextPageToken)}>
            Older
          </Button>
        </nav>
      )}
    </>
  );
}

/** "12:34", or "1:02:03". */
export function lengthOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
