import { Button, Text } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { downloadImage, downloadName } from "#web/features/generation/download.ts";

/** Saves thumbnail 1 or 2 of a run; a failure shows below the button. */
export function DownloadButton(props: { position: number; url: string; createdAt: string; quiet?: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function download() {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await downloadImage(props.url, downloadName(props.position, props.createdAt));
    } catch (error) {
      setProblem(`The download failed. ${error instanceof Error ? error.message : ""}`.trim());
    } finally {
      setBusy(false);
    }
  }

  return (
    <div>
      <Button
        fullWidth
        variant={props.quiet ? "default" : "filled"}
        leftSection={<Download size={18} aria-hidden />}
        aria-disabled={busy || undefined}
        onClick={download}
      >
        Download Thumbnail {props.position}
      </Button>
      {problem && (
        <Text role="alert" c="red" size="sm" mt={4}>
          {problem}
        </Text>
      )}
    </div>
  );
}
