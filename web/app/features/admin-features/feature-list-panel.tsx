import { useQueryClient } from "@tanstack/react-query";
import { listFeatures } from "#contract/features.ts";
import { useCall } from "#web/api/query.tsx";
import { FeatureList, type FeaturesPreview } from "#web/features/admin-features/feature-list.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel.tsx";

const query = { sort: "order", order: "asc" } as const;

export function FeatureListPanel({ preview }: { preview: FeaturesPreview }) {
  const client = useQueryClient();
  const list = useCall(listFeatures, { query });
  if (list.isError) return <PanelError error={list.error} title="Failed to fetch features data" />;
  if (!list.data) return <PanelLoading label="Loading features..." />;

  return (
    <FeatureList
      features={list.data}
      reload={() => client.invalidateQueries({ queryKey: [listFeatures.path] })}
      preview={preview}
    />
  );
}
