import { useQueryClient } from "@tanstack/react-query";
import { type FeatureRecord, listFeatures } from "#contract/features.ts";
import { queryKey } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { FeatureList, type FeaturesPreview } from "#web/features/feature-list/feature-list.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel-states.tsx";

const query = { sort: "order", order: "asc" } as const;

export function FeatureListPanel({ preview }: { preview: FeaturesPreview }) {
  const client = useQueryClient();
  const list = useCall(listFeatures, { query });
  if (list.isError) return <PanelError error={list.error} title="Failed to fetch features data" />;
  if (!list.data) return <PanelLoading label="Loading features..." />;

  const key = queryKey(listFeatures, { query });
  /** Shows an order before the server has it. */
  const show = (features: FeatureRecord[]) =>
    client.setQueryData(key, { status: 200, total: null, data: { success: true, data: features } });
  return (
    <FeatureList
      features={list.data.data.data}
      show={show}
      reload={() => client.invalidateQueries({ queryKey: [listFeatures.path] })}
      preview={preview}
    />
  );
}
