import { Button, Group, Table } from "@mantine/core";
import type { FeatureRecord } from "#contract/features.ts";
import { isIconImage, plainIcon } from "#contract/icons.ts";
import styles from "#web/features/feature-list/feature-table.module.css";
import { ActiveBadge } from "#web/ui/editing/active-badge.tsx";
import { BundledIcon } from "#web/ui/editing/bundled-icon.tsx";
import { DragHandle, SortableList, useSortableEntry } from "#web/ui/editing/sortable-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";

type RowActions = {
  busy: boolean;
  onEdit: (feature: FeatureRecord) => void;
  onToggle: (feature: FeatureRecord) => void;
  onRemove: (feature: FeatureRecord) => void;
};

export function FeatureTable(
  props: RowActions & { features: FeatureRecord[]; onOrder: (ids: string[]) => void },
) {
  const { features, onOrder, ...actions } = props;
  if (features.length === 0) {
    return (
      <EmptyState compact title="No features yet" level={3}>
        Add the first one with the form above.
      </EmptyState>
    );
  }
  const nameOf = (id: string) => features.find(({ _id }) => _id === id)?.title ?? id;
  return (
    <section className={styles.section} aria-label="Features">
      <SortableList ids={features.map(({ _id }) => _id)} nameOf={nameOf} onOrder={onOrder}>
        <Table className={styles.table} role="table">
          <caption className="visually-hidden">
            Features, lowest order first. Move one with its handle: Space lifts it, the arrow keys move it.
          </caption>
          <Table.Thead className={styles.head} role="rowgroup">
            <Table.Tr role="row">
              <Table.Th role="columnheader">
                <span className="visually-hidden">Move</span>
              </Table.Th>
              <Table.Th role="columnheader">Order</Table.Th>
              <Table.Th role="columnheader">Feature</Table.Th>
              <Table.Th role="columnheader">Category</Table.Th>
              <Table.Th role="columnheader">Status</Table.Th>
              <Table.Th role="columnheader">Actions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {features.map((feature) => (
              <Row key={feature._id} feature={feature} {...actions} />
            ))}
          </Table.Tbody>
        </Table>
      </SortableList>
    </section>
  );
}

function Row({ feature, busy, onEdit, onToggle, onRemove }: RowActions & { feature: FeatureRecord }) {
  const { ref, style, handle } = useSortableEntry(feature._id);
  return (
    <Table.Tr ref={ref} style={style} role="row" className={styles.row}>
      <Table.Td role="cell">
        <DragHandle name={feature.title} handle={handle} />
      </Table.Td>
      <Table.Td role="cell" data-label="Order">
        {feature.order}
      </Table.Td>
      <Table.Td role="cell">
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
      </Table.Td>
      <Table.Td role="cell" data-label="Category">
        {feature.category}
      </Table.Td>
      <Table.Td role="cell" data-label="Status">
        <ActiveBadge active={feature.isActive} />
      </Table.Td>
      <Table.Td role="cell">
        <Group gap="xs" wrap="nowrap">
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onEdit(feature)}>
            Edit<span className="visually-hidden"> {feature.title}</span>
          </Button>
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onToggle(feature)}>
            {feature.isActive ? "Deactivate" : "Activate"}
            <span className="visually-hidden"> {feature.title}</span>
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            disabled={busy}
            onClick={() => onRemove(feature)}
          >
            Delete<span className="visually-hidden"> {feature.title}</span>
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
