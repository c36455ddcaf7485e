import { getDesign } from "#contract/designs.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { DesignScreen, loadEditor } from "#web/features/designs/design-screen.tsx";
import { PackDock } from "#web/features/packs/pack-dock.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import type { Route } from "./+types/design";

export const meta: Route.MetaFunction = (args) =>
  pageTitle(args.loaderData?.design?.body.data.name ?? "Design")(args);

export async function loader({ context, params }: Route.LoaderArgs) {
  return { design: await undefinedOnError(pageApi(context)(getDesign, { params: { id: params.id } })) };
}

/** The editor comes with the design, and the letters are on their way while the screen is put together. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [loaded, editor] = await Promise.all([serverLoader(), loadEditor().catch(() => null)]);
  if (loaded.design) editor?.preloadFonts(loaded.design.body.data.document.layers);
  return loaded;
}

/** What the screen started from is read once for a design; what becomes of it is the editor's. */
export const shouldRevalidate = revalidateOnPathChange;

export default function DesignPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <>
      <DesignScreen key={params.id} id={params.id} loaded={loaderData.design} />
      <PackDock aboveTools />
    </>
  );
}
