import type { TestimonialsData } from "#web/features/site/block.tsx";
import { type Block, BlockError, BlockLoading, useBlock } from "#web/features/site/block.tsx";
import site from "#web/features/site/site.module.css";
import styles from "#web/features/site/testimonials.module.css";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";

const source = { path: "/api/testimonials", fallback: "Failed to fetch testimonials" } as const;

/** `demo`: the voices are invented, and the page says so. */
export function Testimonials({ loaded, demo }: { loaded: TestimonialsData | null; demo?: boolean }) {
  const block: Block<TestimonialsData> = useBlock(loaded, source);
  if (block.state === "loading") return <BlockLoading what="testimonials" />;
  if (block.state === "error") return <BlockError title="Error Loading" message={block.message} />;
  const shown = block.data.filter(({ isActive }) => isActive);
  if (shown.length === 0) return null;
  return (
    <section className={`${site.section} ${site.sunken}`} aria-labelledby="voices-title">
      <div className={site.container}>
        <div className={site.head}>
          <h2 id="voices-title" className={site.title}>
            From the people who upload
          </h2>
          {demo && <p className={site.lead}>Examples, invented for the demo.</p>}
        </div>
        <div className={styles.voices}>
          {shown.map((voice) => (
            <figure key={voice._id} className={styles.voice}>
              <blockquote className={styles.quote}>{voice.quote}</blockquote>
              <figcaption className={styles.author}>
                <ImageWithFallback
                  src={voice.authorImage}
                  alt={voice.authorImageAlt}
                  width={52}
                  height={52}
                  sizes="52px"
                  ratio={1}
                  loading="lazy"
                  className={styles.face}
                  fallback={
                    <span className={styles.face} aria-hidden="true">
                      {[...voice.authorName][0]}
                    </span>
                  }
                />
                <span>
                  <strong>{voice.authorName}</strong>
                  <br />
                  <span className={styles.role}>{voice.authorTitle}</span>
                </span>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
