import { data } from "react-router";
import { type GoodsPageRecord, getDemoGoods } from "#contract/pages.ts";
import { pageApi } from "#web/api/loaders.ts";
import { siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import styles from "#web/features/site/text-page.module.css";
import { NotFoundText, TextPage } from "#web/features/site/text-page.tsx";
import type { Route } from "./+types/demo-goods";

/** What a buyer of a demo item opens. Nothing leads here but the order's own link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const goods = await pageApi(context)(getDemoGoods, { params: { slug: params.slug } }).then(
    (answer) => answer.body.data,
    (error: { status?: number }) => {
      if (error.status === 404) return null;
      throw error;
    },
  );
  return data<GoodsPageRecord | null>(goods, { status: goods ? 200 : 404 });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { shopName } = siteFacts(matches);
  if (!loaderData) return [{ title: `404 · ${shopName}` }];
  const { title, intro, slug } = loaderData;
  return siteMeta(matches, {
    title: `${title} · ${shopName}`,
    description: intro,
    path: `/demo/goods/${slug}`,
    hidden: true,
  });
}

export default function DemoGoods({ loaderData: goods }: Route.ComponentProps) {
  if (!goods) return <NotFoundText />;
  return (
    <TextPage title={goods.title} lead={<p>{goods.intro}</p>}>
      <div className={styles.prose}>
        {goods.sections.map(({ heading, points }) => (
          <section key={heading} className={styles.prose}>
            <h2>{heading}</h2>
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </TextPage>
  );
}
