import css from "#web/features/packs/pack.module.css";
import type { PackDownload } from "#web/features/packs/use-pack-download.ts";
import { usePackTray } from "#web/features/shell/pack-tray.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { takeFocus } from "#web/ui/take-focus.ts";

/** What the pack is called, and how it comes into a test. */
export function PackForm({ download, onClosed }: { download: PackDownload; onClosed: () => void }) {
  const { tray, entitle, clear } = usePackTray();
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        download.start();
      }}
    >
      <TextInput
        size="sm"
        label="Title of the pack"
        placeholder={tray.entries[0]?.name ?? ""}
        maxLength={100}
        value={tray.title}
        onChange={(event) => entitle(event.currentTarget.value)}
      />
      <p className={css.note}>
        In YouTube Studio, on a computer, open the video, choose Test &amp; compare beside its thumbnail and
        add the pictures of this pack. A test teaches most where one thing differs.
      </p>
      <div className={css.actions}>
        {download.isBusy && (
          <Button size="sm" variant="default" onClick={download.cancel}>
            Cancel the download
          </Button>
        )}
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          onClick={() => {
            download.cancel();
            clear();
            takeFocus(document.getElementById("content"));
          }}
        >
          Empty the pack
        </Button>
        <Button size="sm" variant="subtle" color="gray" onClick={onClosed}>
          Close
        </Button>
      </div>
    </form>
  );
}
