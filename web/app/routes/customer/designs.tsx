import { listGallery } from "#contract/gallery.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { galleryInput } from "#web/features/generations/gallery/gallery-input.ts";
import { GalleryScreen } from "#web/features/generations/gallery/gallery-screen.tsx";
import { PackTrayBar } from "#web/features/packs/pack-tray-bar.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import type { Route } from "./+types/designs";

export const meta = pageTitle("Designs");

/** The gallery's designs alone. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { search } = url;
  return {
    gallery: await undefinedOnError(pageApi(context)(listGallery, galleryInput("designs", search))),
    search,
  };
}

/** Search and filters are the screen's own matter once it stands. */
export const shouldRevalidate = revalidateOnPathChange;

export default function DesignsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <GalleryScreen key="designs" place="designs" loaded={loaderData} />
      <PackTrayBar />
    </>
  );
}
