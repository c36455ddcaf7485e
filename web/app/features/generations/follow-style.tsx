import { useQueryClient } from "@tanstack/react-query";
import { Palette } from "lucide-react";
import { useState } from "react";
import { mostReferencesOfGeneration } from "#contract/generation-options.ts";
import { startOf, withoutControls } from "#contract/plain-text.ts";
import { addReference, listReferences } from "#contract/references.ts";
import { videoThumbnailUrl } from "#contract/youtube-video.ts";
import { fetchFile, lost } from "#web/api/fetch-file.ts";
import { upload } from "#web/api/upload.ts";
import type { FormVideo } from "#web/features/generations/form-state.ts";
import css from "#web/features/generations/video-link.module.css";
import { useAttempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";

/** Makes a video's present thumbnail one of the own pictures, a style, and lets the run follow it. */
export function FollowStyle(props: {
  video: FormVideo;
  references: readonly string[];
  /** Comes once the shop has answered: the form may say something else by then. */
  onReference: (id: string) => void;
}) {
  const { video, references } = props;
  const client = useQueryClient();
  const { attempt, busy, problem } = useAttempt();
  const [made, setMade] = useState<{ videoId: string; id: string } | null>(null);
  const isFollowed = made?.videoId === video.id && references.includes(made.id);

  async function follow(): Promise<void> {
    if (references.length >= mostReferencesOfGeneration)
      throw new Error(
        `The model sees ${mostReferencesOfGeneration} pictures at most. Take one out below first.`,
      );
    const id = made?.videoId === video.id ? made.id : await addStyle(video);
    setMade({ videoId: video.id, id });
    await client.invalidateQueries({ queryKey: [listReferences.path] });
    props.onReference(id);
  }

  return (
    <>
      <Button
        variant={isFollowed ? "light" : "default"}
        size="compact-sm"
        leftSection={<Palette size={16} aria-hidden />}
        loading={busy}
        aria-disabled={isFollowed}
        onClick={() => !isFollowed && attempt("", follow)}
      >
        {isFollowed ? "Its style is followed" : "Follow its style"}
      </Button>
      {problem && (
        <p role="alert" className={css.refused}>
          {problem}
        </p>
      )}
    </>
  );
}

async function addStyle({ id, title }: FormVideo): Promise<string> {
  const picture = await fetchFile(videoThumbnailUrl(id));
  const body = new FormData();
  body.append("name", startOf(withoutControls(`Style of ${title}`), 100).trim());
  body.append("kind", "style");
  body.append("file", await picture.blob().catch(lost), "thumbnail.jpg");
  return (await upload(addReference, body, () => undefined)).body.data.id;
}
