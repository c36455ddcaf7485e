import { getShopSettings } from "#contract/shop-settings.ts";
import {
  type AdminShopSettings,
  ShopSettingsEditor,
} from "#web/features/shop-settings/shop-settings-editor.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel.tsx";
import { useSection } from "#web/ui/editing/use-section-editor.ts";

export function ShopSettingsPanel() {
  const part = useSection<AdminShopSettings>(getShopSettings);
  if (part.error) return <PanelError error={part.error} title="Failed to fetch generator settings" />;
  if (!part.record) return <PanelLoading label="Loading settings..." />;
  return <ShopSettingsEditor record={part.record} store={part.store} />;
}
