import { listReferences } from "#contract/references.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { BrandPart } from "#web/features/brand/brand-part.tsx";
import { PicturesScreen } from "#web/features/references/pictures-screen.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import type { Route } from "./+types/pictures";

export const meta = pageTitle("Pictures");

export async function loader({ context }: Route.LoaderArgs) {
  return { references: await undefinedOnError(pageApi(context)(listReferences, {})) };
}

export const shouldRevalidate = revalidateOnPathChange;

export default function PicturesPage({ loaderData }: Route.ComponentProps) {
  return (
    <PicturesScreen {...loaderData}>
      <BrandPart />
    </PicturesScreen>
  );
}
