import { listKeys } from "#contract/api-keys.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { DevelopersScreen } from "#web/features/api-keys/developers-screen.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import type { Route } from "./+types/developers";

export const meta = pageTitle("Developers");

export async function loader({ context }: Route.LoaderArgs) {
  return { keys: await undefinedOnError(pageApi(context)(listKeys, {})) };
}

export const shouldRevalidate = revalidateOnPathChange;

export default function Developers({ loaderData }: Route.ComponentProps) {
  return <DevelopersScreen loaded={loaderData.keys} />;
}
