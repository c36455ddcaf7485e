import { FeatureListPanel } from "#web/features/admin-features/feature-list-panel.tsx";
import { FeaturesGrid } from "#web/features/site/features-grid.tsx";

export default function FeatureSettings() {
  return <FeatureListPanel preview={(features) => <FeaturesGrid loaded={features} />} />;
}
