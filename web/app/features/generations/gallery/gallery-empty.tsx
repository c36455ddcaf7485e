import { Button } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { filterNames, type GalleryPlace } from "#web/features/generations/gallery/gallery-input.ts";
import { EmptyState } from "#web/ui/states.tsx";

/** In the place of the cards where there are none: none at all, or none that a search or filter finds. */
export function GalleryEmpty({ place }: { place: GalleryPlace }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  if (["q", ...filterNames].some((name) => params.get(name))) {
    return (
      <EmptyState
        compact
        title={place === "designs" ? "No designs found" : "No thumbnails found"}
        action={
          <Button component={Link} to={pathname} variant="default">
            Show all
          </Button>
        }
      >
        Nothing here matches your search and filters.
      </EmptyState>
    );
  }
  return place === "designs" ? (
    <EmptyState compact title="No designs yet">
      Press Edit beside any thumbnail, or begin on a plain colour: put words, shapes and your pictures on it.
    </EmptyState>
  ) : (
    <EmptyState compact title="No thumbnails yet">
      Every run stays here until you delete it, with its title, prompt and date. Only you can see it.
    </EmptyState>
  );
}
