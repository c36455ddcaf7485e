import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { searchBackOffice } from "#contract/search.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-search/admin-search.module.css";
import {
  entryOf,
  fixedEntries,
  holding,
  keepRecent,
  matching,
  readRecent,
  type Screen,
  type SearchEntry,
} from "#web/features/admin-search/search-entries.ts";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Loader } from "#web/ui/elements/waiting.tsx";
import { keyOf } from "#web/ui/key-of.ts";

const name = "Search people, orders, tickets, screens and actions";

/** Ctrl+K (or ⌘K): type and Enter. Its top stays where it is, however many rows there are. */
export function AdminSearch({ screens }: { screens: Screen[] }) {
  const [opened, setOpened] = useState(false);
  useHotkeys([["mod+K", () => setOpened(true)]], []);
  const close = () => setOpened(false);
  return (
    <Modal opened={opened} onClose={close} size="lg" place="top" label={name}>
      <div className={styles.dialog}>
        <SearchBox screens={screens} onDone={close} />
      </div>
    </Modal>
  );
}

/** What the rows are for a text. While the server is asked, what was found before and still holds the text stays. */
function useEntries(screens: Screen[], text: string) {
  const [asked] = useDebouncedValue(text, 150);
  const found = useCall(
    searchBackOffice,
    { query: { q: asked } },
    { enabled: asked !== "", keepPrevious: true },
  );
  const fixed = useMemo(() => fixedEntries(screens), [screens]);
  const [recent] = useState(readRecent);
  const isCurrent = asked === text && !found.isPlaceholderData;
  const pending = text !== "" && !found.isError && !(isCurrent && found.isSuccess);
  const entries = useMemo(() => {
    if (text === "") {
      const known = new Set(recent.map(({ key }) => key));
      return [...recent, ...fixed.filter(({ key }) => !known.has(key))];
    }
    const hits = (found.data ?? []).map(entryOf);
    return [...matching(fixed, text), ...(isCurrent ? hits : holding(hits, text))];
  }, [text, recent, fixed, found.data, isCurrent]);
  return { entries, pending, error: found.isError ? found.error.message : null };
}

function SearchBox({ screens, onDone }: { screens: Screen[]; onDone: () => void }) {
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  const { entries, pending, error } = useEntries(screens, text);
  const navigate = useNavigate();
  const listId = useId();
  /** By key, not by place: rows that come late move the marked one's place, never the mark. */
  const [marked, setMarked] = useState<string | null>(null);
  const current = entries.find(({ key }) => key === marked) ?? entries[0];
  /** Enter that came before anything was found: the first row that comes for this text. */
  const [awaited, setAwaited] = useState<string | null>(null);

  function choose(entry: SearchEntry) {
    keepRecent(entry);
    onDone();
    navigate(entry.to);
  }

  // The row that was marked because it was first stays marked when others come before it.
  if (current && current.key !== marked) setMarked(current.key);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come are what is awaited.
  useEffect(() => {
    if (awaited === null) return;
    if (awaited !== text) setAwaited(null);
    else if (current) choose(current);
    else if (!pending) setAwaited(null);
  }, [awaited, text, current, pending]);

  const optionId = (entry: SearchEntry | undefined) => entry && `${listId}-${entries.indexOf(entry)}`;
  const currentId = optionId(current);
  useEffect(() => {
    if (currentId)
      document.getElementById(currentId)?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [currentId]);

  function onKeyDown(event: KeyboardEvent) {
    const key = keyOf(event);
    const at = current ? entries.indexOf(current) : -1;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setMarked(entries[(at + step + entries.length) % entries.length]!.key);
    } else if (key === "Enter") {
      event.preventDefault();
      if (current) choose(current);
      else if (pending) setAwaited(text);
    }
  }

  return (
    <>
      <div className={styles.field}>
        <TextInput
          data-autofocus
          type="search"
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={currentId}
          aria-label={name}
          placeholder="Name, e-mail, order id, subject, screen or action"
          autoComplete="off"
          maxLength={200}
          leftSection={<Search size={18} aria-hidden />}
          rightSection={pending ? <Loader size={18} /> : null}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMarked(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.rows} role="listbox" id={listId} aria-label="Found" tabIndex={-1}>
        {entries.map((entry, index) => (
          <Row
            key={entry.key}
            id={`${listId}-${index}`}
            entry={entry}
            heading={entry.group !== entries[index - 1]?.group}
            selected={entry === current}
            onMark={() => setMarked(entry.key)}
            onChoose={() => choose(entry)}
          />
        ))}
      </div>
      {error && (
        <div className={styles.note} role="alert">
          {error}
        </div>
      )}
      <div className={styles.note} role="status" hidden={entries.length > 0 || error !== null}>
        {pending ? "Searching..." : entries.length === 0 && `Nothing found for “${text}”.`}
      </div>
      <div className={styles.foot}>
        <span>
          <kbd>↑↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        <span>
          <kbd>esc</kbd> close
        </span>
      </div>
    </>
  );
}

function Row(props: {
  id: string;
  entry: SearchEntry;
  heading: boolean;
  selected: boolean;
  onMark: () => void;
  onChoose: () => void;
}) {
  const { entry } = props;
  const Icon = entry.icon;
  return (
    <>
      {props.heading && (
        <div className={styles.group} role="presentation">
          {entry.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and hears the keys. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the box above has the focus. */}
      <div
        id={props.id}
        role="option"
        aria-selected={props.selected}
        className={styles.row}
        onMouseMove={props.onMark}
        onClick={props.onChoose}
      >
        <Icon size={18} aria-hidden />
        <span className={styles.words}>
          <bdi>{entry.title}</bdi>
          <bdi className={styles.detail}>{entry.detail}</bdi>
        </span>
      </div>
    </>
  );
}
