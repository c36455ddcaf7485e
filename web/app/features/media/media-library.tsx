import { useQueryClient } from "@tanstack/react-query";
import { useContext, useEffect, useState } from "react";
import { counted } from "#contract/counted.ts";
import { deleteMedia, editMedia, listMedia, type MediaRecord } from "#contract/media.ts";
import { mediaForm } from "#contract/media-form.ts";
import { ApiError, api, statusOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { storeEntry } from "#web/api/store-entry.ts";
import styles from "#web/features/media/media-library.module.css";
import { checkBy } from "#web/ui/check-values.ts";
import { leaveQuestion, useConfirm } from "#web/ui/confirm.tsx";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import type { PickedImage } from "#web/ui/editing/image-field.tsx";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { smallUploads } from "#web/ui/image-with-fallback.tsx";
import { KeepRow, useKeptWhile } from "#web/ui/kept-rows.ts";
import { useUnsavedGuard } from "#web/ui/leave-guard.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TablePagination, usePageClamp } from "#web/ui/table-pagination.tsx";
import { takeFocus } from "#web/ui/take-focus.ts";
import { useKeptRows } from "#web/ui/use-kept-rows.ts";

const pageSize = 12;
type Ask = ReturnType<typeof useConfirm>;

/** The uploaded pictures: search, choose, name and delete. `onTyped` hears whether a text that was typed would be lost. */
export function MediaLibrary(props: {
  onTyped: (isTyped: boolean) => void;
  onDone: (image: PickedImage) => void;
}) {
  const { onTyped } = props;
  const ask = useConfirm();
  const [round, setRound] = useState(0);
  const [page, setPage] = useState(1);
  const [q, setQ] = useState("");
  const list = useCall(listMedia, { query: { page, pageSize, ...(q ? { q } : {}) } }, { keepPrevious: true });
  const total = list.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const { shown, kept, keep } = useKeptRows(list.data, ({ _id }) => _id, `${page} ${q}`);
  const beyond = usePageClamp({ page, pageSize, rows: shown, total, turnTo: setPage });
  const isTyped = kept.size > 0;
  useEffect(() => onTyped(isTyped), [isTyped, onTyped]);
  useUnsavedGuard(isTyped);

  /** Goes to where typed texts are lost, once a person has said that they may be. */
  async function leave(go: () => void) {
    if (isTyped) {
      if (!(await ask(leaveQuestion))) return;
      setRound((now) => now + 1);
    }
    go();
  }

  const loading = list.isPending || beyond;
  return (
    <div className={styles.library}>
      <TextInput
        type="search"
        label="Search pictures by their text"
        ref={takeFocus}
        value={q}
        onChange={({ currentTarget: { value } }) =>
          leave(() => {
            setPage(1);
            setQ(value);
          })
        }
      />
      <p role="status" className={loading ? undefined : "visually-hidden"}>
        {loading ? "Loading pictures..." : list.data && counted(total, "picture")}
      </p>
      {list.isError && (
        <ErrorState
          compact
          title="The library could not be loaded."
          message={list.error.message}
          onRetry={() => list.refetch()}
        />
      )}
      {!beyond && shown?.length === 0 && (
        <EmptyState compact level={3} title={q ? "No picture has this text" : "No pictures yet"}>
          {!q && "Pictures that you upload in an editor are kept here."}
        </EmptyState>
      )}
      <ul className={styles.grid}>
        <KeepRow value={keep}>
          {shown?.map((picture) => (
            <Picture
              key={`${round} ${picture._id}`}
              picture={picture}
              onUse={(image) => leave(() => props.onDone(image))}
              ask={ask}
            />
          ))}
        </KeepRow>
      </ul>
      {pages > 1 && (
        <TablePagination
          page={page}
          pages={pages}
          label="Pages of the library"
          onPage={(next) => leave(() => setPage(next))}
        />
      )}
    </div>
  );
}

function Picture(props: { picture: MediaRecord; onUse: (image: PickedImage) => void; ask: Ask }) {
  const { picture, ask } = props;
  const client = useQueryClient();
  const editor = useRecordForm<MediaRecord, { alt: string }>({
    record: picture,
    valuesOf: (record) => ({ alt: record?.alt ?? "" }),
    check: checkBy(mediaForm),
    save: async (body, version) =>
      (await api(editMedia, { params: { id: picture._id }, body: { ...body, version } })).body.data,
    store: (saved) => storeEntry(client, listMedia, saved),
    onSaved: () => client.invalidateQueries({ queryKey: [listMedia.path] }),
    combinable: false,
    failureTitle: (message) => message,
  });
  useKeptWhile(picture._id, editor.dirty);
  const keep = useContext(KeepRow);
  const [problem, setProblem] = useState<string | null>(null);
  const name = picture.alt || `Picture of ${picture.width} × ${picture.height}`;

  async function run(work: () => Promise<unknown>) {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
    } finally {
      // Also where it failed: another admin may have deleted it first.
      await client.invalidateQueries({ queryKey: [listMedia.path] });
    }
  }

  async function remove() {
    const sure = await ask({
      title: "Delete this picture?",
      message: "It is deleted for good. A picture that the site still shows stays.",
      confirmLabel: "Delete picture",
    });
    if (!sure) return;
    await run(async () => {
      await api(deleteMedia, { params: { id: picture._id } }).catch((error) => {
        if (statusOf(error) === 404) keep(picture._id, false);
        throw error;
      });
      keep(picture._id, false);
    });
  }

  return (
    <li className={styles.picture}>
      <button
        type="button"
        className={styles.choose}
        onClick={() => props.onUse({ url: picture.url, alt: picture.alt })}
      >
        <img {...smallUploads(picture.url, "12rem")} src={picture.url} alt="" loading="lazy" />
        <span>
          Use<span className="visually-hidden"> {name}</span>
        </span>
      </button>
      <p className={styles.facts}>
        {picture.width} × {picture.height}, {Math.ceil(picture.bytes / 1024)} KB
        {picture.usedIn.length > 0 && <>, shown in {picture.usedIn.join(", ")}</>}
      </p>
      <TextInput
        size="sm"
        label="Alternative text"
        {...editor.form.getInputProps("alt")}
        id={`alt-${picture._id}`}
      />
      <ConflictNotice editor={editor} subject={`media:${picture._id}`} onOverwrite={editor.overwrite} />
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          off={editor.busy || !editor.dirty}
          onClick={editor.submit}
        >
          Save text<span className="visually-hidden"> of {name}</span>
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={remove}>
          Delete<span className="visually-hidden"> {name}</span>
        </Button>
      </Group>
      {(problem ?? editor.failure) && (
        <p role="alert" className={styles.problem}>
          {problem ?? editor.failure?.title}
        </p>
      )}
    </li>
  );
}
