import { Download } from "lucide-react";
import { useState } from "react";
import { Problem } from "#web/features/generations/problem.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { saveFile } from "#web/ui/save-blob.ts";

/** Saves thumbnails under their documented names, one at a time; `problem` is why the last one failed. */
export function useDownload() {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function download(url: string, position: number, createdAt: string) {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await saveFile(url, downloadName(position, createdAt));
    } catch (error) {
      setProblem(`The download failed. ${error instanceof Error ? error.message : ""}`.trim());
    } finally {
      setBusy(false);
    }
  }
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
