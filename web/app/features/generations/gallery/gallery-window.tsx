import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useState,
} from "react";
import type { GalleryEntry } from "#contract/gallery.ts";
import { type GalleryPlace, pageSize } from "#web/features/generations/gallery/gallery-input.ts";
import { runsIn, useGalleryPage } from "#web/features/generations/gallery/use-gallery.ts";
import type { Window } from "#web/features/generations/gallery/use-window.ts";
import css from "#web/features/generations/gallery/window.module.css";
import { useBalanceAfterRuns } from "#web/features/generations/use-balance-after-runs.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { takeFocus } from "#web/ui/take-focus.ts";

/** Of a card, what the focus goes to. */
const control = ":is(a, button)";

interface Shown {
  place: GalleryPlace;
  count: number;
  window: Window;
  children: (entry: GalleryEntry, index: number) => ReactNode;
}

/**
 * Of a list of any length the entries in sight, and the one that has the focus; their pages are read as they come into
 * sight. The arrow keys go from card to card.
 */
export function GalleryWindow(
  props: Shown & { list: RefObject<HTMLUListElement | null>; label: string; busy: boolean },
) {
  const { list, count, window } = props;
  const [focused, setFocused] = useState<number | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);

  useEffect(() => {
    if (wanted === null) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-index="${wanted}"]`);
    takeFocus(card?.querySelector<HTMLElement>(control) ?? card);
    setWanted(null);
  }, [wanted, list]);

  function go(event: KeyboardEvent) {
    const step = stepOf(event, window.columns);
    const next = focused === null || step === 0 ? -1 : focused + step;
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
          const index = target.closest("[data-index]")?.getAttribute("data-index");
          if (index) setFocused(Number(index));
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setFocused(null);
        }}
      >
        {pagesOf(window, count, [focused, wanted]).map(([page, indexes]) => (
          <Page key={page} {...props} page={page} indexes={indexes} />
        ))}
      </ul>
    </div>
  );
}

/** For each number of columns how many rows the list has: not every browser has CSS's `round()` that the shop works in. */
const rowsOf = (count: number) =>
  Object.fromEntries([1, 2, 3, 4].map((columns) => [`--rows-of-${columns}`, Math.ceil(count / columns)]));

/** Of one page what is to be there. */
function Page({
  place,
  count,
  window,
  children,
  page,
  indexes,
}: Shown & { page: number; indexes: number[] }) {
  const { data, isError, error, refetch } = useGalleryPage(place, page);
  useBalanceAfterRuns(runsIn(data));
  // An arrow key may lead to a card before it is there.
  useEffect(() => {
    const at = document.activeElement;
    if (data && at?.matches("li[data-index]")) takeFocus(at.querySelector<HTMLElement>(control));
  }, [data]);
  return indexes.map((index, at) => {
    const entry = data?.[index % pageSize];
    const isApart = index < window.from || index >= window.to;
    const row = { "--at": Math.floor(index / window.columns) } as CSSProperties;
    return (
      <li
        key={index}
        className={isApart ? css.apart : undefined}
        style={isApart ? row : undefined}
        data-index={index}
        tabIndex={-1}
        aria-setsize={count}
        aria-posinset={index + 1}
      >
        {entry ? (
          <Fragment key={entry.id}>{children(entry, index)}</Fragment>
        ) : isError && !data && at === 0 ? (
          <div role="alert" className={css.failed}>
            <p>This part could not be loaded. {error.message}</p>
            <Button variant="default" onClick={() => refetch()}>
              Retry
            </Button>
          </div>
        ) : (
          <Skeleton className={css.skeleton} />
        )}
      </li>
    );
  });
}

/** In their order, so that an element that has the focus is never moved, which would take it away. */
function pagesOf({ from, to }: Window, count: number, others: (number | null)[]): [number, number[]][] {
  const inSight = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  const apart = others.filter((index) => index !== null);
  const shown = [...new Set([...inSight, ...apart])].filter((index) => index < count);
  const pages = new Map<number, number[]>();
  for (const index of shown.sort((a, b) => a - b)) {
    const page = Math.floor(index / pageSize) + 1;
    pages.set(page, [...(pages.get(page) ?? []), index]);
  }
  return [...pages];
}

/** How many cards an arrow key goes on; 0 for other keys, and where a field or a list has its own use for it. */
function stepOf(event: KeyboardEvent, columns: number): number {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  const isOther = altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented;
  if (isOther || (target as Element).closest("input, [data-own-keys] ul")) return 0;
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0;
}
