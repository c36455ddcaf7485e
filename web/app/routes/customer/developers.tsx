import { listKeys } from "#contract/api-keys.ts";
import { listWebhooks } from "#contract/webhooks.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { DevelopersScreen } from "#web/features/api-keys/developers-screen.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { WebhooksPanel } from "#web/features/webhooks/webhooks-panel.tsx";
import type { Route } from "./+types/developers";

export const meta = pageTitle("Developers");

export async function loader({ context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [keys, webhooks] = await Promise.all([
    undefinedOnError(api(listKeys, {})),
    undefinedOnError(api(listWebhooks, {})),
  ]);
  return { keys, webhooks };
}

export const shouldRevalidate = revalidateOnPathChange;

export default function Developers({ loaderData }: Route.ComponentProps) {
  return (
    <DevelopersScreen loaded={loaderData.keys}>
      <WebhooksPanel loaded={loaderData.webhooks} />
    </DevelopersScreen>
  );
}
