import { FeaturesGrid } from "#web/features/content/features-grid.tsx";
import { FeatureListPanel } from "#web/features/feature-list/feature-list-panel.tsx";

export default function FeatureSettings() {
  return <FeatureListPanel preview={(features) => <FeaturesGrid loaded={features} />} />;
}
