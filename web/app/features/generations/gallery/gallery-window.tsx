import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { GalleryEntry } from "#contract/gallery.ts";
import type { GalleryPlace } from "#web/features/generations/gallery/gallery-input.ts";
import {
  pageOf,
  placesIn,
  type ReadPage,
  useReadPages,
} from "#web/features/generations/gallery/gallery-pages.tsx";
import type { Window } from "#web/features/generations/gallery/use-window.ts";
import css from "#web/features/generations/gallery/window.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { takeFocus } from "#web/ui/take-focus.ts";

/** Of a card, what the focus goes to. */
const control = ":is(a, button)";

interface Item {
  index: number;
  /** Undefined while it is not read. */
  entry: GalleryEntry | undefined;
}

/**
 * Of a list of any length the entries in sight, the one that has the focus and those to stay (`kept`); their pages are
 * read as they come into sight. Each keeps its card, with what is typed into it, wherever the list that comes next has
 * it. The arrow keys go from card to card.
 */
export function GalleryWindow(props: {
  place: GalleryPlace;
  /** The list's first page. */
  first: ReadPage;
  count: number;
  window: Window;
  kept: ReadonlySet<string>;
  list: RefObject<HTMLUListElement | null>;
  label: string;
  busy: boolean;
  children: (entry: GalleryEntry, index: number) => ReactNode;
}) {
  const { list, count, window, kept } = props;
  const [focused, setFocused] = useState<string | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const { answerOf, readerOf } = useReadPages(props.place, props.first);
  const before = useRef<Item[]>([]);

  const inSight = Array.from({ length: Math.max(0, window.to - window.from) }, (_, at) => window.from + at);
  const indexes = [...new Set(wanted === null ? inSight : [...inSight, wanted])].filter((at) => at < count);
  const apart = before.current.flatMap(({ index, entry }) =>
    entry && (kept.has(entry.id) || entry.id === focused) ? { index, entry } : [],
  );
  const pages = [...new Set([...indexes, ...apart.map(({ index }) => index)].map(pageOf))].sort(
    (a, b) => a - b,
  );
  const places = placesIn(pages, (page) => answerOf(page)?.data);
  const at = new Map([...places.values()].map((item) => [item.index, item.entry]));
  const items: Item[] = indexes.map((index) => ({ index, entry: at.get(index) }));
  for (const item of apart) {
    const there = places.get(item.entry.id) ?? (kept.has(item.entry.id) ? item : null);
    if (there && !items.some(({ entry }) => entry?.id === there.entry.id)) items.push(there);
  }
  // In their order, so that an element that has the focus is never moved, which would take it away.
  items.sort((a, b) => a.index - b.index);
  const wantedIsRead = wanted !== null && at.has(wanted);
  useLayoutEffect(() => {
    before.current = items;
  });

  // An arrow key may lead to a card before it is there.
  useLayoutEffect(() => {
    if (wanted === null) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-index="${wanted}"]`);
    takeFocus((wantedIsRead && card?.querySelector<HTMLElement>(control)) || card);
    if (wantedIsRead) setWanted(null);
  }, [wanted, wantedIsRead, list]);

  function go(event: KeyboardEvent) {
    const step = stepOf(event, window.columns);
    const next = step === 0 ? -1 : indexOf(event.target as Element) + step;
    if (next < 0 || next >= count) return;
    event.preventDefault();
    setWanted(next);
  }
  return (
    <div className={css.place}>
      <ul
        ref={list}
        className={css.window}
        style={{ ...rowsOf(count), "--first": window.from / window.columns } as CSSProperties}
        aria-label={props.label}
        aria-busy={props.busy || undefined}
        onKeyDown={go}
        onFocus={({ target }) => {
          setFocused(target.closest("[data-entry]")?.getAttribute("data-entry") ?? null);
          if (indexOf(target) !== wanted) setWanted(null);
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (currentTarget.contains(relatedTarget)) return;
          setFocused(null);
          setWanted(null);
        }}
      >
        {pages.map(readerOf)}
        {items.map(({ index, entry }, position) => {
          const isApart = index < window.from || index >= window.to;
          const row = { "--at": Math.floor(index / window.columns) } as CSSProperties;
          const page = answerOf(pageOf(index));
          const isFirstOfPage = pageOf(items[position - 1]?.index ?? -1) !== pageOf(index);
          return (
            <li
              key={entry?.id ?? index}
              className={isApart ? css.apart : undefined}
              style={isApart ? row : undefined}
              data-index={index}
              data-entry={entry?.id}
              tabIndex={-1}
              aria-setsize={count}
              aria-posinset={index + 1}
            >
              {entry ? (
                props.children(entry, index)
              ) : page?.isError && !page.data && isFirstOfPage ? (
                <div role="alert" className={css.failed}>
                  <p>This part could not be loaded. {page.error?.message}</p>
                  <Button variant="default" onClick={() => page.refetch()}>
                    Retry
                  </Button>
                </div>
              ) : (
                <Skeleton className={css.skeleton} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const indexOf = (element: Element) =>
  Number(element.closest("[data-index]")?.getAttribute("data-index") ?? Number.NaN);

/** For each number of columns how many rows the list has: not every browser has CSS's `round()` that the shop works in. */
const rowsOf = (count: number) =>
  Object.fromEntries([1, 2, 3, 4].map((columns) => [`--rows-of-${columns}`, Math.ceil(count / columns)]));

/** How many cards an arrow key goes on; 0 for other keys, and where a field or a list has its own use for it. */
function stepOf(event: KeyboardEvent, columns: number): number {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  const isOther = altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented;
  if (isOther || (target as Element).closest("input, [data-own-keys] ul")) return 0;
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0;
}
