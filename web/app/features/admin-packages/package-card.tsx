import { Badge, Button, Group } from "@mantine/core";
import { type PackageRecord, pointsOf } from "#contract/packages.ts";
import styles from "#web/features/admin-packages/packages.module.css";
import { displayPrice } from "#web/ui/amount.ts";
import { MoveControls, useSortableEntry } from "#web/ui/editing/sortable-list.tsx";

export function PackageCard(props: {
  found: PackageRecord;
  popular: boolean;
  currency: string;
  level: 2 | 3;
  busy: boolean;
  onEdit: () => void;
  onArchive: () => void;
}) {
  const { found, busy } = props;
  const { ref, style, handle } = useSortableEntry(found._id);
  const Heading = `h${props.level}` as const;
  const points = pointsOf(found);
  return (
    <li ref={ref} style={style} className={styles.card}>
      <div className={styles.head}>
        <Heading className={styles.name}>{found.packageName}</Heading>
        <MoveControls id={found._id} handle={handle} />
      </div>
      {props.popular && <Badge color="accent">Most Popular</Badge>}
      <p className={styles.price}>{displayPrice(found.price, props.currency)}</p>
      <p className={styles.facts}>
        {found.credit.toLocaleString("en-US")} credits
        {found.validity > 0 && `, ${found.membershipLevel} for ${found.validity} days`}
      </p>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Group gap="xs" mt="auto">
        <Button size="sm" variant="default" disabled={busy} onClick={props.onEdit}>
          Edit<span className="visually-hidden"> {found.packageName}</span>
        </Button>
        <Button size="sm" variant="subtle" color="red" disabled={busy} onClick={props.onArchive}>
          Archive<span className="visually-hidden"> {found.packageName}</span>
        </Button>
      </Group>
    </li>
  );
}
