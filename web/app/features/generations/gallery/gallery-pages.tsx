import { useLayoutEffect, useState } from "react";
import { useLocation } from "react-router";
import type { GalleryEntry } from "#contract/gallery.ts";
import { type GalleryPlace, pageSize } from "#web/features/generations/gallery/gallery-input.ts";
import { runsIn, useGalleryPage } from "#web/features/generations/gallery/use-gallery.ts";
import { useBalanceAfterRuns } from "#web/features/generations/use-balance-after-runs.ts";

export type ReadPage = Pick<ReturnType<typeof useGalleryPage>, "data" | "isError" | "error" | "refetch">;
type OnRead = (of: string, answer: ReadPage) => void;

export const pageOf = (index: number) => Math.floor(index / pageSize) + 1;

/** The pages of the list that were read, and the component that reads one as long as it is rendered. */
export function useReadPages(place: GalleryPlace, first: ReadPage) {
  const { search } = useLocation();
  const [read, setRead] = useState<ReadonlyMap<string, ReadPage>>(new Map());
  const onRead: OnRead = (of, answer) => setRead((now) => new Map(now).set(of, answer));
  useBalanceAfterRuns(runsIn(first.data));
  return {
    answerOf: (page: number) => (page === 1 ? first : read.get(`${search} ${page}`)),
    readerOf: (page: number) =>
      page > 1 && <Reader key={page} of={`${search} ${page}`} place={place} page={page} onRead={onRead} />,
  };
}

/** Before anything is painted, so that a page that is known already is there at once. */
function Reader(props: { of: string; place: GalleryPlace; page: number; onRead: OnRead }) {
  const { of, onRead } = props;
  const { data, isError, error, refetch } = useGalleryPage(props.place, props.page);
  useBalanceAfterRuns(runsIn(data));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onRead` is another one at each render.
  useLayoutEffect(() => onRead(of, { data, isError, error, refetch }), [of, data, isError, error, refetch]);
  return null;
}

/** Of these pages where each entry is. Two that were read one after another may both have one: the first counts. */
export function placesIn(pages: Iterable<number>, entriesOf: (page: number) => GalleryEntry[] | undefined) {
  const places = new Map<string, { index: number; entry: GalleryEntry }>();
  for (const page of pages) {
    for (const [at, entry] of entriesOf(page)?.entries() ?? [])
      if (!places.has(entry.id)) places.set(entry.id, { index: (page - 1) * pageSize + at, entry });
  }
  return places;
}
