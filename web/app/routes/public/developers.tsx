import { getOpenApi } from "#contract/openapi.ts";
import { getShopSettings } from "#contract/shop-settings.ts";
import { pageApi } from "#web/api/loaders.ts";
import { AboutWebhooks } from "#web/features/developers/about-webhooks.tsx";
import { CallGroupSection, ObjectsSection } from "#web/features/developers/call-section.tsx";
import { dereferenced } from "#web/features/developers/dereferenced.ts";
import developers from "#web/features/developers/developers.module.css";
import { factsOf } from "#web/features/developers/facts.ts";
import { Guide, guideTitles } from "#web/features/developers/guide.tsx";
import { type Reference, referenceOf } from "#web/features/developers/reference.ts";
import { siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import styles from "#web/features/site/text-page.module.css";
import { TextPage } from "#web/features/site/text-page.tsx";
import type { Route } from "./+types/developers";

/** The same for everyone as long as the process runs. */
let drawn: Reference | null = null;

export async function loader({ context, request }: Route.LoaderArgs) {
  const api = pageApi(context);
  const settings = (await api(getShopSettings, {})).body.data;
  drawn ??= referenceOf(dereferenced((await api(getOpenApi, {})).body));
  const facts = factsOf(drawn, new URL(request.url).origin, settings.runsAtOnce);
  return { reference: drawn, facts };
}

export function meta({ matches }: Route.MetaArgs) {
  const { shopName } = siteFacts(matches);
  return siteMeta(matches, {
    title: `For developers · ${shopName}`,
    description:
      "Make thumbnails from a program: five lines of curl to start, every call with an example that was run, errors, limits and keys.",
    path: "/developers",
  });
}

export default function Developers({ loaderData }: Route.ComponentProps) {
  const { groups, objects, messages } = loaderData.reference;
  const contents = [...guideTitles, ...groups, { id: "objects", title: "Objects" }];
  return (
    <TextPage
      title="Thumbnails from a program."
      lead={
        <p>
          Everything that you do here by hand with runs, designs and pictures, a program can do for you with a
          key. Five lines of curl are enough to begin.
        </p>
      }
    >
      <div className={styles.columns}>
        <nav aria-label="On this page">
          <ul className={styles.contents}>
            {contents.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={developers.page}>
          <Guide facts={loaderData.facts} />
          {groups.map((group) => (
            <CallGroupSection key={group.id} group={group}>
              {group.id === "webhooks" && (
                <AboutWebhooks facts={loaderData.facts.webhooks} messages={messages} />
              )}
            </CallGroupSection>
          ))}
          <ObjectsSection objects={objects} />
        </div>
      </div>
    </TextPage>
  );
}
