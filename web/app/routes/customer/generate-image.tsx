import { Suspense } from "react";
import { type AiKey, listAiKeys } from "#contract/ai-keys.ts";
import { getGeneration, listGenerations } from "#contract/generations.ts";
import { getShopSettings } from "#contract/shop-settings.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { useCall } from "#web/api/query.tsx";
import { galleryPageSize } from "#web/features/generations/follow-generation.ts";
import { startTemplate } from "#web/features/generations/form-state.ts";
import css from "#web/features/generations/generator.module.css";
import { Generator } from "#web/features/generations/generator.tsx";
import { MessageBanner } from "#web/features/generations/messages.tsx";
import { templatesByNiche } from "#web/features/generations/template-texts.ts";
import type { GeneratorLoaded } from "#web/features/generations/use-shown-generation.ts";
import { PackDock } from "#web/features/packs/pack-dock.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Loader } from "#web/ui/elements/waiting.tsx";
import { lateComponent } from "#web/ui/late-component.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { pageOf } from "#web/ui/query-in-url.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import type { Route } from "./+types/generate-image";

const title = "YouTube Thumbnail Generator";

export const meta = pageTitle(title);

export async function loader({ context, request }: Route.LoaderArgs): Promise<GeneratorLoaded> {
  const api = pageApi(context);
  const params = new URL(request.url).searchParams;
  const page = pageOf(params);
  const id = params.get("run");
  const [keys, settings, gallery, generation] = await Promise.all([
    undefinedOnError(api(listAiKeys, {})),
    undefinedOnError(api(getShopSettings, {})),
    undefinedOnError(api(listGenerations, { query: { page, pageSize: galleryPageSize } })),
    id ? undefinedOnError(api(getGeneration, { params: { id } })) : undefined,
  ]);
  return {
    template: startTemplate(templatesByNiche),
    keys,
    settings,
    gallery,
    galleryPage: page,
    generation,
  };
}

/** Which run is watched and which page is open are the screen's own matter once it stands. */
export const shouldRevalidate = revalidateOnPathChange;

export default function GenerateImage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <GeneratorScreen loaded={loaderData} />
      <PackDock />
    </>
  );
}

/** Keys that rest come back by themselves, so an empty list is asked for again. */
const askAgainForKeys = 30_000;

/** The thumbnail generator for whoever is signed in; the session may also end while the screen is open. */
function GeneratorScreen({ loaded }: { loaded: GeneratorLoaded }) {
  const { user } = useViewer();
  const signedIn = user !== null;
  const settings = useCall(getShopSettings, {}, { loaded: loaded.settings, enabled: signedIn });
  const keys = useCall(
    listAiKeys,
    {},
    { loaded: loaded.keys, enabled: signedIn, refetchInterval: askAgainForKeys },
  );
  if (user && settings.data && !keys.isPending)
    return (
      <Generator
        key={user._id}
        user={user}
        loaded={loaded}
        settings={settings.data}
        keyCount={keys.data?.filter(isUsable).length}
        keyError={keys.error}
      />
    );
  return (
    <>
      <PageHeader title={title} />
      {!user ? (
        <Suspense>
          <SignedOut />
        </Suspense>
      ) : settings.isError && !settings.data ? (
        <ErrorState title="Failed to load data" message={settings.error.message} onRetry={settings.refetch} />
      ) : (
        <div className={css.loading}>
          <Loader size={36} aria-hidden />
          <Status as="span">Loading...</Status>
        </div>
      )}
    </>
  );
}

/** A member is told of usable keys alone; an admin reads them all. */
function isUsable(key: { key: string } | AiKey): boolean {
  return !("isActive" in key) || (key.isActive && key.health !== "refused");
}

const SignedOut = lateComponent(
  () => import("#web/features/generations/signed-out.tsx").then((part) => part.SignedOut),
  () => <MessageBanner message={{ kind: "error", text: "User not logged in" }} />,
);
