import { listDesigns } from "#contract/designs.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { DesignsScreen, designsInput } from "#web/features/designs/designs-screen.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import type { Route } from "./+types/designs";

export const meta = pageTitle("Designs");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { search } = url;
  return { designs: await undefinedOnError(pageApi(context)(listDesigns, designsInput(search))), search };
}

/** Its page is the screen's own matter once it stands. */
export const shouldRevalidate = revalidateOnPathChange;

export default function DesignsPage({ loaderData }: Route.ComponentProps) {
  return <DesignsScreen {...loaderData} />;
}
