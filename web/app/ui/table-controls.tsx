import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { createPath, useLocation } from "react-router";
import styles from "#web/ui/data-table.module.css";
import { NativeSelect, TextInput } from "#web/ui/elements/inputs.tsx";
import type { DataColumn, TablePaging } from "#web/ui/table-model.ts";
import { afterTelling, afterValue, type Told } from "#web/ui/told.ts";

/** The search box of a list that the server pages and, for its cards, the choice of its sort. */
export function TableControls(props: {
  paging: TablePaging;
  columns: Pick<DataColumn<never>, "header" | "sortKey">[];
  hasRows: boolean;
}) {
  const { searchLabel, sort, order, q, onChange } = props.paging;
  const [draft, setDraft] = useSearchDraft(q, (next) => onChange({ page: 1, q: next }));
  const sortable = props.columns.filter((column) => column.sortKey);
  const present = `${sort ?? ""} ${order}`;
  return (
    <>
      {searchLabel && (
        <TextInput
          type="search"
          className={styles.search}
          aria-label={searchLabel}
          placeholder={searchLabel}
          leftSection={<Search size={18} aria-hidden />}
          value={draft}
          maxLength={200}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
      {/* Where there is a search box it stays, so that a list which comes late or turns empty moves nothing. */}
      {sortable.length > 0 && (props.hasRows || searchLabel) && (
        <NativeSelect
          className={styles.sortSelect}
          aria-label="Sort by"
          value={present}
          onChange={(event) => {
            const [key, way] = event.currentTarget.value.split(" ");
            onChange({ page: 1, sort: key || undefined, order: way === "asc" ? "asc" : "desc" });
          }}
          data={[
            ...(sortable.some((column) => column.sortKey === sort)
              ? []
              : [{ value: present, label: "Sort by" }]),
            ...sortable.flatMap((column) => [
              { value: `${column.sortKey} asc`, label: `${column.header}, ascending` },
              { value: `${column.sortKey} desc`, label: `${column.header}, descending` },
            ]),
          ]}
        />
      )}
    </>
  );
}

/** The text of the box, and whether it is still to be told on. */
type SearchDraft = Told<string> & { text: string; isWaiting: boolean };

/** A value from elsewhere takes the box over. */
export const followed = (draft: SearchDraft, value: string): SearchDraft =>
  afterValue(draft, value, (text) => ({ text, isWaiting: false }));

/**
 * What a person types, told on after 300 ms of rest; follows `value` when it changes from elsewhere (the back
 * button, a reset). Back states its address before the list behind it has come: until then nothing is told, which would
 * take its place. Returns the text of the box and its setter.
 */
export function useSearchDraft(value: string, onSearch: (value: string) => void) {
  const [state, setState] = useState<SearchDraft>({ text: value, isWaiting: false, seen: value, told: [] });
  const draft = followed(state, value);
  if (draft !== state) setState(draft);

  const { pathname, search, hash } = useLocation();
  const tell = useEffectEvent(() => {
    const { text, seen, told } = draft;
    const isOnScreen = createPath({ pathname, search, hash }) === createPath(window.location);
    if (!draft.isWaiting || !isOnScreen) return;
    setState({ ...draft, isWaiting: false, told: afterTelling(draft, text) });
    if (text !== seen || told.length > 0) onSearch(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text that is typed has a rest of its own.
  useEffect(() => {
    if (!draft.isWaiting) return;
    const timer = setInterval(() => tell(), 300);
    return () => clearInterval(timer);
  }, [draft.isWaiting, draft.text]);
  const type = (text: string) => setState((now) => ({ ...now, text, isWaiting: true }));
  return [draft.text, type] as const;
}
