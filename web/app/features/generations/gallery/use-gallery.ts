import { useLocation } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import { listGallery } from "#contract/gallery.ts";
import type { PayloadOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { whileGoingOn } from "#web/features/generations/follow-generation.ts";
import { type GalleryPlace, galleryInput } from "#web/features/generations/gallery/gallery-input.ts";

/** What the route's loader got, and the query for which that was. */
export interface GalleryLoaded {
  gallery: ApiAnswer<typeof listGallery> | undefined;
  search: string;
}

/** The runs among what a page of the gallery holds. */
export const runsIn = (entries: PayloadOf<typeof listGallery> | undefined) =>
  entries?.flatMap((entry) => (entry.kind === "run" ? entry.run : [])) ?? [];

/** A page of the list that the address asks for. The first one tells how long it is, and stays while another comes. */
export function useGalleryPage(place: GalleryPlace, page: number, loaded?: GalleryLoaded) {
  const { search } = useLocation();
  return useCall(listGallery, galleryInput(place, search, page), {
    loaded: search === loaded?.search ? loaded.gallery : undefined,
    keepPrevious: page === 1,
    // A design may have been changed in the editor since it was read.
    staleTime: 0,
    refetchInterval: (entries) => whileGoingOn(runsIn(entries)),
  });
}
