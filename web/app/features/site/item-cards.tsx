import { Link } from "react-router";
import type { ItemRecord } from "#contract/items.ts";
import { displayMoney } from "#contract/money.ts";
import styles from "#web/features/site/item-cards.module.css";
import { Picture } from "#web/features/site/picture.tsx";

export function itemPath({ slug, itemId }: Pick<ItemRecord, "slug" | "itemId">): string {
  return `/premium/${slug}/${itemId}`;
}

export function ItemCards(props: { items: ItemRecord[]; currency: string; level: 2 | 3; eager?: number }) {
  const Heading = `h${props.level}` as const;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise.
    <ul role="list" className={styles.grid}>
      {props.items.map((item, index) => (
        <li key={item._id} className={styles.card}>
          <Picture
            src={item.imageUrl}
            alt={item.imageAlt}
            sizes="(min-width: 62em) 380px, 92vw"
            eager={index < (props.eager ?? 0)}
            className={styles.picture}
          />
          <div className={styles.line}>
            <Heading className={styles.name}>
              <Link to={itemPath(item)}>{item.itemName}</Link>
            </Heading>
            <p className={`${styles.price} one-line`}>
              {displayMoney(Math.round(item.price * 100), props.currency)}
            </p>
          </div>
          <p className={styles.text}>{item.description}</p>
        </li>
      ))}
    </ul>
  );
}
