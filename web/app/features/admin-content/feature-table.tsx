import type { FeatureRecord } from "#contract/features.ts";
import { isIconImage, plainIcon } from "#contract/icons.ts";
import styles from "#web/features/admin-content/feature-list.module.css";
import { RowButtons } from "#web/ui/editing/actions.tsx";
import { BundledIcon } from "#web/ui/editing/icon-field.tsx";
import { ActiveBadge } from "#web/ui/editing/panel.tsx";
import { SortableTable } from "#web/ui/editing/sortable-table.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";

/** All features, lowest order first. */
export function FeatureTable(props: {
  features: FeatureRecord[];
  busy: boolean;
  onEdit: (feature: FeatureRecord) => void;
  onToggle: (feature: FeatureRecord) => void;
  onRemove: (feature: FeatureRecord) => void;
  onOrder: (ids: string[]) => void;
}) {
  const { features, busy } = props;
  const columns: DataColumn<FeatureRecord>[] = [
    { id: "order", header: "Order", cell: ({ order }) => order },
    { id: "feature", header: "Feature", card: "title", cell: (feature) => <Feature feature={feature} /> },
    { id: "category", header: "Category", cell: ({ category }) => category },
    { id: "status", header: "Status", cell: ({ isActive }) => <ActiveBadge active={isActive} /> },
    {
      id: "actions",
      header: "Actions",
      card: "bare",
      cell: (feature) => (
        <RowButtons
          name={feature.title}
          busy={busy}
          onEdit={() => props.onEdit(feature)}
          toggle={{ active: feature.isActive, onToggle: () => props.onToggle(feature) }}
          onRemove={() => props.onRemove(feature)}
        />
      ),
    },
  ];
  return (
    <section className={styles.section} aria-label="Features">
      <SortableTable
        caption="Features, lowest order first"
        columns={columns}
        rows={features}
        rowId={({ _id }) => _id}
        nameOf={({ title }) => title}
        onOrder={props.onOrder}
        emptyTitle="No features yet"
        emptyText="Add the first one with the form above."
      />
    </section>
  );
}

function Feature({ feature }: { feature: FeatureRecord }) {
  return (
    <div className={styles.feature}>
      {isIconImage(feature.icon) ? (
        <ImageWithFallback src={feature.icon} alt="" ratio={1} className={styles.icon} />
      ) : (
        <BundledIcon icon={feature.icon || plainIcon} size={22} />
      )}
      <div>
        <strong>{feature.title}</strong>
        <p className={styles.description}>{feature.description}</p>
      </div>
    </div>
  );
}
