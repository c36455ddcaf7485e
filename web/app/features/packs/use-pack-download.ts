import { useEffect } from "react";
import { fewestInPack } from "#contract/pack-size.ts";
import { makePack } from "#contract/packs.ts";
import { statusOf } from "#web/api/client.ts";
import { fetchFile, lost } from "#web/api/fetch-file.ts";
import { goneText, type ShownEntry } from "#web/features/packs/pack-words.ts";
import type { Tray } from "#web/features/shell/pack-tray.ts";
import { saveBlob } from "#web/ui/save-blob.ts";
import { createStore, useStore } from "#web/ui/store.ts";

export type PackDownload = ReturnType<typeof usePackDownload>;

interface Told {
  progress: string | null;
  /** How much of it has come, in percent; while that is known and not all. */
  percent: number | null;
  /** Of what was chosen then: another choice is another matter. */
  problem: { chosen: string; text: string } | null;
  isBusy: boolean;
}

/** The page's one download, whichever screen's bar began it: it goes on where its person goes to another screen. */
const download = createStore<Told>({ progress: null, percent: null, problem: null, isBusy: false });
let running: AbortController | null = null;

const tell = (changes: Partial<Told>) => download.setState({ ...download.getState(), ...changes });

/** Has the pack made and saves it. Whatever goes wrong, what was chosen stays as it is. */
export function usePackDownload(
  tray: Tray,
  entries: readonly ShownEntry[],
  lookAgain: () => Promise<{ isGone: boolean }[] | undefined>,
) {
  const { progress, percent, problem, isBusy } = useStore(download, (told) => told);
  // Of one that came to its end nobody is told on the next screen.
  useEffect(() => {
    if (!running) tell({ progress: null });
  }, []);
  // That the shop has told of this choice by now does not make it another.
  const chosen = entries.map(({ id, isGone }) => `${id} ${isGone ?? false}`).join();

  async function start(): Promise<void> {
    if (running) return;
    if (entries.length < fewestInPack)
      return tell({ problem: { chosen, text: "A pack has two or three thumbnails: add another one." } });
    // It is said already, and nothing would come of it.
    if (goneText(entries)) return;
    const controller = new AbortController();
    running = controller;
    tell({ isBusy: true, problem: null, progress: "Making your pack…" });
    try {
      const { blob, name } = await fetchPack(tray, controller.signal, (share) =>
        tell({ progress: "Downloading your pack", percent: Math.round(share * 100) }),
      );
      saveBlob(blob, name);
      tell({ progress: "Your pack was downloaded." });
    } catch (error) {
      tell({ progress: null });
      if (controller.signal.aborted) return;
      const found = statusOf(error) === 404 ? await lookAgain() : undefined;
      const text = `The download failed. ${(error as Error).message} Your pack is as it was.`;
      if (!found?.some((each) => each.isGone)) tell({ problem: { chosen, text } });
    } finally {
      running = null;
      tell({ isBusy: false, percent: null });
    }
  }
  return {
    start,
    cancel: () => running?.abort(),
    progress,
    percent,
    problem: problem?.chosen === chosen ? problem.text : null,
    isBusy,
  };
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
