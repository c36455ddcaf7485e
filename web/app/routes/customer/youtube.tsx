import { getYoutubeConnection } from "#contract/youtube.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { YoutubeScreen } from "#web/features/youtube/youtube-screen.tsx";
import type { Route } from "./+types/youtube";

export const meta = pageTitle("YouTube");

export async function loader({ context }: Route.LoaderArgs) {
  return { connection: await undefinedOnError(pageApi(context)(getYoutubeConnection, {})) };
}

export const shouldRevalidate = revalidateOnPathChange;

export default function YoutubePage({ loaderData }: Route.ComponentProps) {
  return <YoutubeScreen {...loaderData} />;
}
