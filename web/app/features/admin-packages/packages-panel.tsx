import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { counted } from "#contract/counted.ts";
import { pointsOf } from "#contract/package-offer.ts";
import {
  archivePackage,
  listArchivedPackages,
  listPackages,
  maximumPackages,
  type PackageRecord,
  reorderPackages,
} from "#contract/packages.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { ArchivedPackages } from "#web/features/admin-packages/archived-packages.tsx";
import { PackageModal } from "#web/features/admin-packages/package-modal.tsx";
import styles from "#web/features/admin-packages/packages.module.css";
import { Badge } from "#web/ui/badge.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useActions } from "#web/ui/editing/actions.tsx";
import { editorToasts, FailureNotice } from "#web/ui/editing/notices.tsx";
import { ListPanel } from "#web/ui/editing/panel.tsx";
import { PreviewFrame } from "#web/ui/editing/preview.tsx";
import { MoveControls, SortableList, useReorder, useSortableEntry } from "#web/ui/editing/sortable-list.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group, SimpleGrid } from "#web/ui/elements/layout.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { Price } from "#web/ui/price.tsx";
import { EmptyState } from "#web/ui/states.tsx";

type PackagesPreview = (packages: PackageRecord[]) => ReactNode;

type PackagesScreen = {
  currency: string;
  /** Of the cards' headings: below the screen's own. */
  level: 2 | 3;
  heading: (addButton: ReactNode) => ReactNode;
  preview: PackagesPreview;
};

/** The cards in their order; `heading` is the screen's, which has the button beside it. */
export function PackagesPanel(props: PackagesScreen) {
  const list = useCall(listPackages, {});
  return (
    <ListPanel
      list={list}
      loading="Loading packages..."
      failed="Failed to fetch packages"
      heading={props.heading(null)}
    >
      {(found, stale) => <Packages {...props} found={found} stale={stale} />}
    </ListPanel>
  );
}

function Packages(props: PackagesScreen & { found: PackageRecord[]; stale: ReactNode }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const reload = () => client.invalidateQueries({ queryKey: [listPackages.path] });
  const reloadBoth = async () => {
    await Promise.all([reload(), client.invalidateQueries({ queryKey: [listArchivedPackages.path] })]);
  };
  const actions = useActions({ onRun: () => ordered.setFailure(null), reload: reloadBoth });
  const [edited, setEdited] = useState<PackageRecord | "new" | null>(null);
  const ordered = useReorder(
    props.found,
    async (ids) => {
      const { message } = (await api(reorderPackages, { body: { ids } })).body;
      editorToasts.success(message ?? "Package order updated successfully!", { id: "order" });
    },
    "Failed to update package",
    reload,
    () => actions.setFailure(null),
  );
  const packages = ordered.rows ?? [];
  const full = packages.length >= maximumPackages;

  async function archive(found: PackageRecord) {
    const sure = await confirm({
      title: `Archive "${isolated(found.packageName)}"?`,
      message:
        "Nobody can buy it any more, and its place becomes free. It can be put back on sale from the archive. Orders keep their own copy of what was bought.",
      confirmLabel: "Archive package",
    });
    if (!sure) return;
    await actions.run(async () => {
      await api(archivePackage, { params: { id: found._id } });
      await reloadBoth();
      editorToasts.success("Package archived.");
    }, "Failed to archive package");
  }

  const add = (
    <div className={styles.add}>
      <Button
        leftSection={<Plus size={18} aria-hidden />}
        off={full}
        aria-describedby={full ? "packages-full" : undefined}
        onClick={() => setEdited("new")}
      >
        Add Package
      </Button>
      {full && (
        <p id="packages-full" className={styles.hint}>
          Maximum {maximumPackages} packages allowed
        </p>
      )}
    </div>
  );
  return (
    <>
      {props.heading(add)}
      <FailureNotice failure={actions.failure} />
      <FailureNotice failure={ordered.failure} />
      {props.stale}
      {packages.length === 0 ? (
        <EmptyState title="No packages available. Add a new package to get started." />
      ) : (
        <SortableList
          grid
          ids={packages.map(({ _id }) => _id)}
          nameOf={(id) => packages.find(({ _id }) => _id === id)?.packageName ?? id}
          onOrder={ordered.order}
        >
          <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} className={styles.grid}>
            {packages.map((found, index) => (
              <PackageCard
                key={found._id}
                found={found}
                popular={index === 1}
                currency={props.currency}
                level={props.level}
                busy={actions.busy}
                onEdit={() => setEdited(found)}
                onArchive={() => archive(found)}
              />
            ))}
          </SimpleGrid>
        </SortableList>
      )}
      <ArchivedPackages currency={props.currency} full={full} reload={reloadBoth} />
      <PreviewFrame title="Preview of the prices">{props.preview(packages)}</PreviewFrame>
      {edited && (
        <PackageModal
          found={edited === "new" ? null : edited}
          preview={props.preview}
          nextOrder={packages.length === 0 ? 0 : Math.max(...packages.map(({ order }) => order)) + 1}
          currency={props.currency}
          onClose={() => setEdited(null)}
          onSaved={() => void reload()}
        />
      )}
    </>
  );
}

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
        <div className={styles.title}>
          <Heading className={styles.name}>{found.packageName}</Heading>
          {props.popular && <Badge color="accent">Most Popular</Badge>}
        </div>
        <MoveControls id={found._id} handle={handle} />
      </div>
      <p className={styles.price}>
        <Price minor={Math.round(found.price * 100)} currency={props.currency} code />
      </p>
      <p className={styles.facts}>
        {counted(found.credit, "credit")}
        {found.validity > 0 && `, ${found.membershipLevel} for ${counted(found.validity, "day")}`}
      </p>
      <ul className={styles.points}>
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
          <li key={index}>{point}</li>
        ))}
      </ul>
      <Group gap="xs" mt="auto">
        <Button size="sm" variant="default" off={busy} onClick={props.onEdit}>
          Edit<span className="visually-hidden"> {found.packageName}</span>
        </Button>
        <Button size="sm" variant="subtle" color="red" off={busy} onClick={props.onArchive}>
          Archive<span className="visually-hidden"> {found.packageName}</span>
        </Button>
      </Group>
    </li>
  );
}
