import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import {
  deleteFeature,
  editFeature,
  type FeatureRecord,
  listFeatures,
  orderFeatures,
} from "#contract/features.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { storeEntry } from "#web/api/store-entry.ts";
import { FeatureEditor } from "#web/features/admin-content/feature-editor.tsx";
import { FeatureTable } from "#web/features/admin-content/feature-table.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { deactivation, useActions } from "#web/ui/editing/actions.tsx";
import { EditorLayout } from "#web/ui/editing/editor-form.tsx";
import { editorToasts, FailureNotice } from "#web/ui/editing/notices.tsx";
import { ListPanel, PanelHeader } from "#web/ui/editing/panel.tsx";
import { PreviewFrame } from "#web/ui/editing/preview.tsx";
import { useReorder } from "#web/ui/editing/sortable-list.tsx";
import { previewed, useEntryForm } from "#web/ui/editing/use-entry-form.ts";
import { VersionsDrawer } from "#web/ui/editing/versions-drawer.tsx";
import { isolated } from "#web/ui/isolated.ts";

const query = { sort: "order", order: "asc" } as const;

export function FeatureListPanel({ preview }: { preview: FeaturesPreview }) {
  const client = useQueryClient();
  const list = useCall(listFeatures, { query });
  return (
    <ListPanel list={list} loading="Loading features..." failed="Failed to fetch features data">
      {(features, stale) => (
        <FeatureList
          features={features}
          stale={stale}
          reload={() => client.invalidateQueries({ queryKey: [listFeatures.path] })}
          preview={preview}
        />
      )}
    </ListPanel>
  );
}

type FeaturesPreview = (features: FeatureRecord[]) => ReactNode;

/** Add and edit form, the table sorted by order (lowest first), and what visitors see of both. */
function FeatureList(props: {
  features: FeatureRecord[];
  stale: ReactNode;
  reload: () => Promise<void>;
  preview: FeaturesPreview;
}) {
  const { features, reload } = props;
  const client = useQueryClient();
  const editing = useEntryForm<FeatureRecord>();
  const [draft, setDraft] = useState<FeatureRecord | null>(null);
  const confirm = useConfirm();
  const actions = useActions({ onRun: () => ordered.setFailure(null), reload });

  async function toggle(feature: FeatureRecord) {
    const question = deactivation(feature.title, "Visitors don't see it any more.");
    if (feature.isActive && !(await confirm(question))) return;
    await actions.run(async () => {
      const change = { params: { id: feature._id }, body: { isActive: !feature.isActive } };
      const { data } = (await api(editFeature, change)).body;
      storeEntry(client, listFeatures, data);
      editing.renew(data);
      await reload();
      editorToasts.success("Feature status updated successfully!");
    }, "Failed to toggle feature status");
  }

  async function remove(feature: FeatureRecord) {
    const sure = await confirm({
      title: `Delete "${isolated(feature.title)}"?`,
      message: "Are you sure you want to delete this feature? The saved versions of the list still hold it.",
      confirmLabel: "Delete feature",
    });
    if (!sure) return;
    await actions.run(async () => {
      await api(deleteFeature, { params: { id: feature._id } });
      editing.forget(feature);
      await reload();
      editorToasts.success("Feature deleted successfully!");
    }, "Failed to delete feature");
  }

  const ordered = useReorder(
    features,
    async (ids) => {
      const { message } = (await api(orderFeatures, { body: { ids } })).body;
      editorToasts.success(message ?? "Feature order updated successfully!", { id: "order" });
    },
    "Failed to update feature",
    reload,
    () => actions.setFailure(null),
  );
  const listed = ordered.rows ?? [];

  return (
    <>
      <PanelHeader
        title="Featured Section"
        description="What the shop can do, in the order in which visitors read it."
        actions={<VersionsDrawer section="features-section" label="Featured Section" onRestored={reload} />}
      />
      <FailureNotice failure={actions.failure} />
      <FailureNotice failure={ordered.failure} />
      <EditorLayout
        form={
          <div ref={editing.place}>
            <FeatureEditor
              key={editing.formKey}
              feature={editing.edited}
              nextOrder={features.length === 0 ? 0 : Math.max(...features.map(({ order }) => order)) + 1}
              onDraft={setDraft}
              onDirty={editing.setDirty}
              onCancel={editing.close}
              onSaved={reload}
            />
          </div>
        }
        preview={
          <PreviewFrame title="Preview of the features" hidden={draft?.isActive === false}>
            {props.preview(previewed(listed, draft))}
          </PreviewFrame>
        }
      />
      {props.stale}
      <FeatureTable
        features={listed}
        busy={actions.busy}
        onEdit={editing.open}
        onToggle={toggle}
        onRemove={remove}
        onOrder={ordered.order}
      />
    </>
  );
}
