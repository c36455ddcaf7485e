import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  getYoutubeConnection,
  getYoutubeHistory,
  getYoutubeVideos,
  restoreYoutubeThumbnail,
  type ThumbnailSet,
} from "#contract/youtube.ts";
import { ApiError, api } from "#web/api/client.ts";
import { ConnectButton } from "#web/features/youtube/connection.tsx";
import css from "#web/features/youtube/youtube.module.css";
import { useAttempt } from "#web/ui/attempt.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { thumbnailWasSet } from "#web/ui/present-thumbnail.tsx";

/** Has what tells of the videos' thumbnails asked for anew. */
export function useThumbnailsChanged() {
  const client = useQueryClient();
  return () => {
    thumbnailWasSet();
    for (const call of [getYoutubeHistory, getYoutubeVideos])
      void client.invalidateQueries({ queryKey: [call.path] });
  };
}

/** Puts back the thumbnail that stood before a setting; where another one stands by now, once the person says so. */
export function Undo(props: {
  set: ThumbnailSet;
  label: string;
  onDone: ((set: ThumbnailSet) => void) | undefined;
}) {
  const { set } = props;
  const client = useQueryClient();
  const [isForbidden, setForbidden] = useState(false);
  const thumbnailsChanged = useThumbnailsChanged();
  const { attempt, busy, problem } = useAttempt();
  const confirm = useConfirm();

  async function putBack(ifStands: boolean): Promise<void> {
    setForbidden(false);
    try {
      const input = { params: { id: set.videoId }, body: { setId: set.id, ifStands } };
      const { data } = (await api(restoreYoutubeThumbnail, input)).body;
      props.onDone?.(data);
      thumbnailsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "YOUTUBE_NOT_CONNECTED") {
        setForbidden(true);
        void client.invalidateQueries({ queryKey: [getYoutubeConnection.path] });
      }
      if (error.code !== "STALE_VERSION") throw error;
      const isSure = await confirm({
        title: `Put the former thumbnail back on “${isolated(set.title)}” all the same?`,
        message: error.message,
        confirmLabel: "Put it back",
        danger: false,
      });
      if (isSure) await putBack(false);
    }
  }
  return (
    <div className={css.undo}>
      <Button variant="default" size="sm" loading={busy} onClick={() => attempt("", () => putBack(true))}>
        {props.label}
      </Button>
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
      {isForbidden && <ConnectButton purpose="set" again />}
    </div>
  );
}
