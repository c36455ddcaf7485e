import { useEffect, useRef, useState } from "react";
import { fewestInPack } from "#contract/pack-size.ts";
import { makePack } from "#contract/packs.ts";
import { ApiError } from "#web/api/client.ts";
import { fetchFile, lost } from "#web/api/fetch-file.ts";
import { goneText, type ShownEntry } from "#web/features/packs/pack-words.ts";
import type { Tray } from "#web/features/shell/pack-tray.ts";
import { saveBlob } from "#web/ui/save-blob.ts";

export type PackDownload = ReturnType<typeof usePackDownload>;

/** Has the pack made and saves it. Whatever goes wrong, what was chosen stays as it is. */
export function usePackDownload(
  tray: Tray,
  entries: readonly ShownEntry[],
  lookAgain: () => Promise<{ isGone: boolean }[] | undefined>,
) {
  const [progress, setProgress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  // Another choice is another matter; that the shop has told of this one by now is not.
  const chosen = entries.map(({ id, isGone }) => `${id} ${isGone ?? false}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a problem is one of what was chosen then.
  useEffect(() => setProblem(null), [chosen]);

  async function start(): Promise<void> {
    if (running.current) return;
    if (entries.length < fewestInPack)
      return setProblem("A pack has two or three thumbnails: add another one.");
    // It is said already, and nothing would come of it.
    if (goneText(entries)) return;
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setProblem(null);
    setProgress("Making your pack…");
    try {
      const { blob, name } = await fetchPack(tray, controller.signal, (share) =>
        setProgress(`Downloading your pack, ${Math.round(share * 100)} %`),
      );
      saveBlob(blob, name);
      setProgress("Your pack was downloaded.");
    } catch (error) {
      setProgress(null);
      if (controller.signal.aborted) return;
      const isGone = error instanceof ApiError && error.status === 404;
      const found = isGone ? await lookAgain() : undefined;
      if (!found?.some((each) => each.isGone))
        setProblem(`The download failed. ${(error as Error).message} Your pack is as it was.`);
    } finally {
      running.current = null;
      setBusy(false);
    }
  }
  return { start, cancel: () => running.current?.abort(), progress, problem, isBusy };
}

async function fetchPack({ title, entries }: Tray, signal: AbortSignal, onShare: (share: number) => void) {
  const named = title.trim();
  const body = { ...(named ? { title: named } : {}), entries: entries.map(({ kind, id }) => ({ kind, id })) };
  const response = await fetchFile(makePack.path, {
    method: makePack.method,
    headers: { accept: "application/zip, application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const length = Number(response.headers.get("content-length"));
  const pieces: BlobPart[] = [];
  let got = 0;
  const reader = response.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(lost);
    if (done) break;
    pieces.push(value);
    got += value.length;
    if (length > 0) onShare(got / length);
  }
  return { blob: new Blob(pieces, { type: "application/zip" }), name: nameOf(response) };
}

/** As the server calls it: RFC 6266. */
function nameOf({ headers }: Response): string {
  const [, encoded] = /filename\*=UTF-8''([\w%.-]+)/.exec(headers.get("content-disposition") ?? "") ?? [];
  return encoded ? decodeURIComponent(encoded) : "thumbnail-pack.zip";
}
