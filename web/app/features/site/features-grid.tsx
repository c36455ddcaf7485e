import type { FeaturesData } from "#web/features/site/block.tsx";
import { type Block, BlockError, BlockLoading, useBlock } from "#web/features/site/block.tsx";
import styles from "#web/features/site/features-grid.module.css";
import { FieldIcon } from "#web/features/site/field-icon.tsx";
import site from "#web/features/site/site.module.css";

const featuresSource = { path: "/api/features-section", fallback: "Failed to fetch features data" } as const;

export function FeaturesGrid({ loaded }: { loaded: FeaturesData | null }) {
  const block: Block<FeaturesData> = useBlock(loaded, featuresSource);
  if (block.state === "loading") return <BlockLoading what="features" />;
  if (block.state === "error") return <BlockError title="Error Loading" message={block.message} />;
  const features = block.data.filter(({ isActive }) => isActive);
  if (features.length === 0) return null;
  return (
    <section className={site.section} id="features" aria-labelledby="features-title">
      <div className={site.container}>
        <div className={site.head}>
          <h2 id="features-title" className={site.title}>
            Everything between the title and the upload
          </h2>
        </div>
        {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise. */}
        <ul role="list" className={styles.grid}>
          {features.map((feature) => (
            <li key={feature._id} className={styles.card}>
              <FieldIcon icon={feature.icon} alt={feature.iconAlt} className={styles.icon} />
              <p className={styles.category}>{feature.category}</p>
              <h3 className={styles.name}>{feature.title}</h3>
              <p className={styles.text}>{feature.description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
