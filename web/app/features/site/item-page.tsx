import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ItemRecord } from "#contract/items.ts";
import { itemPath } from "#web/features/shell/item-path.ts";
import { Picture } from "#web/features/site/elements.tsx";
import cards from "#web/features/site/item-cards.module.css";
import styles from "#web/features/site/item-page.module.css";
import site from "#web/features/site/site.module.css";
import buttons from "#web/ui/button.module.css";
import { Price } from "#web/ui/price.tsx";

export function ItemPage(props: { item: ItemRecord; others: ItemRecord[]; currency: string }) {
  const { item, others, currency } = props;
  return (
    <>
      <article className={`${site.container} ${styles.item}`}>
        <Picture
          src={item.imageUrl}
          alt={item.imageAlt}
          sizes="(min-width: 62em) 680px, 92vw"
          eager
          className={site.plate}
        />
        <div className={styles.words}>
          <p>
            <Link to="/premium">All items</Link>
          </p>
          <h1 className={styles.title}>{item.itemName}</h1>
          {item.price > 0 && (
            <p className={styles.price}>
              <Price minor={Math.round(item.price * 100)} currency={currency} code />
            </p>
          )}
          <p className={site.lead}>{item.description}</p>
          {item.isActive ? (
            <p>
              <Link to={`/item-buy/${item._id}`} className={buttons.button}>
                Buy
              </Link>
            </p>
          ) : (
            <p className={site.alert}>Inactive: visitors don't see this page, and nobody can buy the item.</p>
          )}
          <p className={styles.note}>
            A digital item: instructions and the access link appear on your order and in your mail once it is
            paid.
          </p>
        </div>
      </article>
      {others.length > 0 && (
        <section className={`${site.section} ${site.sunken}`} aria-labelledby="others-title">
          <div className={site.container}>
            <div className={site.head}>
              <h2 id="others-title" className={site.title}>
                More from the shelf
              </h2>
            </div>
            <ItemCards items={others} currency={currency} level={3} />
          </div>
        </section>
      )}
    </>
  );
}

/** Each card leads to the item's page, or shows the whole text and what `action` offers. */
export function ItemCards(props: {
  items: ItemRecord[];
  currency: string;
  level: 2 | 3;
  eager?: number;
  action?: (item: ItemRecord) => ReactNode;
}) {
  const { action } = props;
  const Heading = `h${props.level}` as const;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise.
    <ul role="list" className={cards.grid}>
      {props.items.map((item, index) => (
        <li key={item._id} className={cards.card}>
          <Picture
            src={item.imageUrl}
            alt={item.imageAlt}
            sizes="(min-width: 62em) 380px, 92vw"
            eager={index < (props.eager ?? 0)}
            className={cards.picture}
          />
          <div className={cards.line}>
            <Heading className={cards.name}>
              {action ? item.itemName : <Link to={itemPath(item)}>{item.itemName}</Link>}
            </Heading>
            <p className={cards.price}>
              <Price minor={Math.round(item.price * 100)} currency={props.currency} />
            </p>
          </div>
          <p className={action ? cards.wholeText : cards.text}>{item.description}</p>
          {action?.(item)}
        </li>
      ))}
    </ul>
  );
}
