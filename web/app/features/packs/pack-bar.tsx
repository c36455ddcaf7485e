import { ChevronDown, ChevronUp, Download } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { fewestInPack, mostInPack } from "#contract/pack-size.ts";
import { previewPack } from "#contract/packs.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/packs/pack.module.css";
import { PackEntries } from "#web/features/packs/pack-entries.tsx";
import { PackForm } from "#web/features/packs/pack-form.tsx";
import { type ShownEntry, warningOf } from "#web/features/packs/pack-words.ts";
import { usePackDownload } from "#web/features/packs/use-pack-download.ts";
import { usePackTray } from "#web/features/shell/pack-tray.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { keyOf } from "#web/ui/key-of.ts";
import { atWidth } from "#web/ui/preview-url.ts";

/**
 * At the window's lower edge, and at the page's end with room of its own, so that nothing is only to be found below it. One line;
 * opened, each thumbnail with what it differs in, the pack's title and what to do with it.
 */
export function PackBar({ aboveTools }: { aboveTools: boolean }) {
  const { tray } = usePackTray();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const preview = useCall(
    previewPack,
    { query: { entries: tray.entries.map(({ kind, id }) => `${kind}:${id}`).join(",") } },
    // A design may have been changed since it was put aside.
    { keepPrevious: true, staleTime: 0 },
  );
  const entries: ShownEntry[] = tray.entries.map((entry) => {
    const told = preview.data?.find(({ kind, id }) => kind === entry.kind && id === entry.id);
    const isTold = !preview.isPlaceholderData && told !== undefined;
    // What differs is told of the first, which may be another by now.
    return {
      ...entry,
      ...told,
      name: told?.name ?? entry.name,
      differsIn: isTold ? told.differsIn : undefined,
    };
  });
  const download = usePackDownload(tray, entries, preview.refetch);
  const warning = warningOf(entries);
  const count = entries.length;

  function close(): void {
    setOpen(false);
    opener.current?.focus({ preventScroll: true });
  }
  function toggle(): void {
    if (!isOpen) void preview.refetch();
    setOpen(!isOpen);
  }
  function press(event: KeyboardEvent): void {
    if (keyOf(event) !== "Escape" || !isOpen) return;
    event.stopPropagation();
    close();
  }
  return (
    <aside
      className={css.dock}
      aria-label="Pack"
      data-above-tools={aboveTools || undefined}
      onKeyDown={press}
    >
      {isOpen && (
        <div id="pack-panel" className={css.panel}>
          <h2 className={css.heading}>Pack for Test &amp; compare</h2>
          {preview.isError && (
            <p className={css.problem} role="alert">
              What differs could not be found out. {preview.error.message}{" "}
              <button type="button" className={css.again} onClick={() => preview.refetch()}>
                Try again
              </button>
            </p>
          )}
          <PackEntries entries={entries} />
          <PackForm download={download} onClosed={close} />
        </div>
      )}
      <div ref={dockedRow} className={css.row}>
        <button
          ref={opener}
          type="button"
          className={css.opener}
          aria-expanded={isOpen}
          aria-controls="pack-panel"
          onClick={toggle}
        >
          <span className={css.small} aria-hidden>
            {entries.map(({ id, previewUrl, isGone }) => (
              <span key={id} className={css.dot} data-gone={isGone || undefined}>
                {previewUrl && <img src={atWidth(previewUrl, 320)} alt="" width={320} height={180} />}
              </span>
            ))}
          </span>
          <span className={css.count}>
            <span className={css.word}>Pack, </span>
            <span>{`${count} of ${mostInPack}`}</span>
          </span>
          {isOpen ? <ChevronDown size={18} aria-hidden /> : <ChevronUp size={18} aria-hidden />}
        </button>
        <Button
          className={css.download}
          leftSection={<Download size={18} aria-hidden />}
          aria-disabled={download.isBusy || count < fewestInPack || undefined}
          onClick={download.start}
        >
          Download pack
        </Button>
        <div className={css.told}>
          <p>
            <span role="status">
              {download.progress ?? warning ?? (count < fewestInPack ? "Add one more to compare." : "")}
            </span>
            {/* A status that changed with each percent would be read out all the while. */}
            {download.percent !== null && <span aria-hidden>, {download.percent} %</span>}
          </p>
          {download.problem && (
            <p className={css.problem} role="alert">
              {download.problem}
            </p>
          )}
        </div>
      </div>
    </aside>
  );
}

/** What else is at the window's lower edge stands above the line, and what gets the focus is scrolled to above it. */
function dockedRow(row: HTMLDivElement | null) {
  if (!row) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--docked", `${row.offsetHeight}px`));
  observer.observe(row);
  return () => {
    observer.disconnect();
    style.removeProperty("--docked");
  };
}
