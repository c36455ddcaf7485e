import { Download } from "lucide-react";
import { Problem, useAttempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { saveFile } from "#web/ui/save-blob.ts";

/** Saves thumbnails under their documented names, one at a time; `problem` is why the last one failed. */
export function useDownload() {
  const { attempt, busy, problem } = useAttempt();
  const download = (url: string, position: number, createdAt: string) =>
    attempt("The download failed.", () => saveFile(url, downloadName(position, createdAt)));
  return { download, busy, problem };
}

/** Saves thumbnail 1 or 2 of a generation; a failure shows below the button. */
export function DownloadButton(props: { position: number; url: string; createdAt: string; quiet?: boolean }) {
  const { download, busy, problem } = useDownload();
  return (
    <div>
      <Button
        fullWidth
        px="xs"
        variant={props.quiet ? "default" : "filled"}
        leftSection={<Download size={18} aria-hidden />}
        aria-disabled={busy || undefined}
        onClick={() => download(props.url, props.position, props.createdAt)}
      >
        Download Thumbnail {props.position}
      </Button>
      <Problem text={problem} />
    </div>
  );
}

/** The documented file name; the timestamp is the generation's own, in milliseconds, so that it stays the same. */
export function downloadName(position: number, createdAt: string): string {
  return `youtube-thumbnail-${position}-${Date.parse(createdAt)}.png`;
}
