import { listGallery } from "#contract/generations.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { GalleryScreen, galleryInput } from "#web/features/generations/gallery-screen.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import type { Route } from "./+types/gallery";

export const meta = pageTitle("Gallery");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { search } = url;
  const gallery = await undefinedOnError(pageApi(context)(listGallery, galleryInput(search)));
  return { gallery, search };
}

/** Search, filters and page are the screen's own matter once it stands. */
export const shouldRevalidate = revalidateOnPathChange;

export default function GalleryPage({ loaderData }: Route.ComponentProps) {
  return <GalleryScreen {...loaderData} />;
}
