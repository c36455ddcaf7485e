import { type ReactNode, useRef, useState } from "react";
import { deleteFeature, editFeature, type FeatureRecord, toggleFeature } from "#contract/features.ts";
import { api } from "#web/api/client.ts";
import { FeatureEditor } from "#web/features/feature-list/feature-editor.tsx";
import { FeatureTable } from "#web/features/feature-list/feature-table.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { EditorLayout } from "#web/ui/editing/editor-layout.tsx";
import { editorToasts } from "#web/ui/editing/editor-toasts.ts";
import { FailureNotice } from "#web/ui/editing/failure-notice.tsx";
import { PanelHeader } from "#web/ui/editing/panel-header.tsx";
import { PreviewFrame } from "#web/ui/editing/preview-frame.tsx";
import { useActions } from "#web/ui/editing/use-actions.ts";
import { VersionsDrawer } from "#web/ui/editing/versions-drawer.tsx";

export type FeaturesPreview = (features: FeatureRecord[]) => ReactNode;

/** Add and edit form, the table sorted by order (lowest first), and what visitors see of both. */
export function FeatureList(props: {
  features: FeatureRecord[];
  show: (features: FeatureRecord[]) => void;
  reload: () => Promise<void>;
  preview: FeaturesPreview;
}) {
  const { features, reload } = props;
  const [edited, setEdited] = useState<FeatureRecord | null>(null);
  const [round, setRound] = useState(0);
  const [draft, setDraft] = useState<FeatureRecord | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const confirm = useConfirm();
  const actions = useActions();

  const toggle = (feature: FeatureRecord) =>
    actions.run(async () => {
      const { data } = await api(toggleFeature, { params: { id: feature._id } });
      await reload();
      editorToasts.success(data.message ?? "Feature status updated successfully!");
    }, "Failed to toggle feature status");

  async function remove(feature: FeatureRecord) {
    const sure = await confirm({
      title: `Delete "${feature.title}"?`,
      message: "Are you sure you want to delete this feature? The saved versions of the list still hold it.",
      confirmLabel: "Delete feature",
    });
    if (!sure) return;
    await actions.run(async () => {
      await api(deleteFeature, { params: { id: feature._id } });
      if (edited?._id === feature._id) setEdited(null);
      await reload();
      editorToasts.success("Feature deleted successfully!");
    }, "Failed to delete feature");
  }

  /** The order is stored as 0, 1, 2, …: only the entries whose number changes are written. */
  async function reorder(ids: string[]) {
    const byId = new Map(features.map((feature) => [feature._id, feature]));
    const next = ids.flatMap((id, order) => {
      const feature = byId.get(id);
      return feature ? [{ ...feature, order }] : [];
    });
    props.show(next);
    await actions.run(async () => {
      for (const { _id, order } of next) {
        if (byId.get(_id)?.order !== order) await api(editFeature, { params: { id: _id }, body: { order } });
      }
      editorToasts.success("Feature order updated successfully!");
    }, "Failed to update feature");
    await reload();
  }

  const shown = withDraft(features, draft)
    .filter((feature) => feature.isActive)
    .sort((a, b) => a.order - b.order);
  return (
    <>
      <PanelHeader
        title="Featured Section"
        description="What the shop can do, in the order in which visitors read it."
        actions={<VersionsDrawer part="features-section" label="Featured Section" onRestored={reload} />}
      />
      <FailureNotice failure={actions.failure} />
      <EditorLayout
        form={
          <div ref={form}>
            <FeatureEditor
              key={edited?._id ?? `new ${round}`}
              feature={edited}
              nextOrder={features.length === 0 ? 0 : Math.max(...features.map(({ order }) => order)) + 1}
              onDraft={setDraft}
              onCancel={() => setEdited(null)}
              onSaved={async () => {
                await reload();
                setEdited(null);
                setRound((now) => now + 1);
              }}
            />
          </div>
        }
        preview={<PreviewFrame title="Preview of the features">{props.preview(shown)}</PreviewFrame>}
      />
      <FeatureTable
        features={features}
        busy={actions.busy}
        onEdit={(feature) => {
          setEdited(feature);
          form.current?.scrollIntoView({ block: "start" });
          requestAnimationFrame(() => form.current?.querySelector("input")?.focus());
        }}
        onToggle={toggle}
        onRemove={remove}
        onOrder={reorder}
      />
    </>
  );
}

function withDraft(features: FeatureRecord[], draft: FeatureRecord | null): FeatureRecord[] {
  if (!draft) return features;
  const known = features.some(({ _id }) => _id === draft._id);
  return known ? features.map((each) => (each._id === draft._id ? draft : each)) : [...features, draft];
}
