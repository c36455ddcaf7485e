import type { Block } from "#web/features/site/block.tsx";
import { type BannerData, BlockError, BlockLoading, shownBanner } from "#web/features/site/block.tsx";
import { Picture, SmartLink } from "#web/features/site/elements.tsx";
import styles from "#web/features/site/promo.module.css";
import site from "#web/features/site/site.module.css";

const rows = [
  [
    "strip-van",
    "about-bread",
    "strip-puppy",
    "item-end-screen",
    "strip-guitar",
    "about-night-train",
    "strip-tomatoes",
  ],
  [
    "item-text-effects",
    "strip-ruins",
    "about-small-flat",
    "strip-experiments",
    "item-test-planner",
    "about-one-light",
    "contact",
  ],
];

/** The promotional banner: the banner record's promise over a bench of finished pictures. */
export function Promo({ block }: { block: Block<BannerData> }) {
  if (block.state === "loading") return <BlockLoading what="banner" />;
  if (block.state === "error") return <BlockError title="Error Loading Banner" message={block.message} />;
  const banner = shownBanner(block.data);
  if (!banner) return null;
  return (
    <section className={`${site.deep} ${styles.promo}`} aria-label={banner.highlightText || banner.mainTitle}>
      <div className={styles.wall} aria-hidden="true">
        {rows.map((names, row) => (
          <div key={names[0]} className={styles.row} data-row={row}>
            {names.map((name) => (
              <Picture
                key={name}
                src={`/media/defaults/${name}.webp`}
                alt=""
                sizes="(min-width: 91em) 304px, (min-width: 53em) 21vw, 176px"
                className={styles.plate}
              />
            ))}
          </div>
        ))}
      </div>
      <div className={`${site.container} ${styles.words}`}>
        <p className={styles.promise}>
          {banner.mainTitle} {banner.highlightText && <em>{banner.highlightText}</em>}
        </p>
        {banner.buttonText && banner.buttonLink && (
          <SmartLink href={banner.buttonLink} className={site.button}>
            {banner.buttonText}
          </SmartLink>
        )}
      </div>
    </section>
  );
}
