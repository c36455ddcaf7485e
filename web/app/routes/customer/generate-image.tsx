import { listAiKeys } from "#contract/ai-keys.ts";
import { getGeneration, listGenerations } from "#contract/generations.ts";
import { getShopSettings } from "#contract/shop-settings.ts";
import { pageApi } from "#web/api/page-api.ts";
import { orLater } from "#web/api/query.tsx";
import { onlyForAnotherPath } from "#web/api/revalidation.ts";
import { galleryPageSize } from "#web/features/generation/gallery.tsx";
import { GeneratorScreen } from "#web/features/generation/generator-screen.tsx";
import type { GeneratorLoaded } from "#web/features/generation/loaded.ts";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { pageOf } from "#web/ui/query-in-url.ts";
import type { Route } from "./+types/generate-image";

export const meta = pageTitle("YouTube Thumbnail Generator");

export async function loader({ context, request }: Route.LoaderArgs): Promise<GeneratorLoaded> {
  const api = pageApi(context);
  const params = new URL(request.url).searchParams;
  const page = pageOf(params);
  const id = params.get("run");
  const [keys, settings, gallery, run] = await Promise.all([
    orLater(api(listAiKeys, {})),
    orLater(api(getShopSettings, {})),
    orLater(api(listGenerations, { query: { page, pageSize: galleryPageSize } })),
    id ? orLater(api(getGeneration, { params: { id } })) : undefined,
  ]);
  return { seed: Math.random(), keys, settings, gallery, galleryPage: page, run };
}

/** Which run is watched and which page is open are the screen's own matter once it stands. */
export const shouldRevalidate = onlyForAnotherPath;

export default function GenerateImage({ loaderData }: Route.ComponentProps) {
  return <GeneratorScreen loaded={loaderData} />;
}
