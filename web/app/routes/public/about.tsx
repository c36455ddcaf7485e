import { useRouteLoaderData } from "react-router";
import { pageApi } from "#web/api/page-api.ts";
import type { RootData } from "#web/features/shell/root-data.ts";
import { siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import { aboutPageSections } from "#web/features/site/about-page-text.ts";
import { loadPrices } from "#web/features/site/load-blocks.ts";
import { SmartLink } from "#web/features/site/smart-link.tsx";
import styles from "#web/features/site/text-page.module.css";
import { TextPage } from "#web/features/site/text-page.tsx";
import type { Route } from "./+types/about";

export async function loader({ context }: Route.LoaderArgs) {
  return loadPrices(pageApi(context));
}

export function meta({ matches }: Route.MetaArgs) {
  const { shopName } = siteFacts(matches);
  return siteMeta(matches, {
    title: `About ${shopName}`,
    description: `What ${shopName} is, how a pair of thumbnails is made, what it costs and whose pictures they are.`,
    path: "/about",
  });
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const sections = aboutPageSections({ brand: shop.name, ...loaderData });
  return (
    <TextPage
      title="A small picture decides who sees the big work."
      lead={<p>What we make, how we make it, and what we promise when it goes wrong.</p>}
    >
      <div className={styles.columns}>
        <nav aria-label="On this page">
          <ul className={styles.contents}>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.prose}>
          {sections.map(({ id, heading, paragraphs, points, link }) => (
            <section key={id} className={styles.prose} aria-labelledby={id}>
              <h2 id={id}>{heading}</h2>
              {paragraphs.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {points.length > 0 && (
                <ul>
                  {points.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              )}
              {link && (
                <p>
                  <SmartLink href={link.url}>{link.text}</SmartLink>
                </p>
              )}
            </section>
          ))}
        </div>
      </div>
    </TextPage>
  );
}
