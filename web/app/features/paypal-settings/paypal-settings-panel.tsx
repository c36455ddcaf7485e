import { getPaypalSettings } from "#contract/paypal-settings.ts";
import { PaypalSettingsEditor } from "#web/features/paypal-settings/paypal-settings-editor.tsx";
import type { AdminSettings } from "#web/features/paypal-settings/settings-form.ts";
import { PanelError, PanelLoading } from "#web/ui/editing/panel.tsx";
import { useSection } from "#web/ui/editing/use-section-editor.ts";

export function PaypalSettingsPanel() {
  const part = useSection<AdminSettings>(getPaypalSettings);
  if (part.error) {
    return (
      <PanelError
        error={part.error}
        title="Failed to fetch PayPal data"
        offlineTitle="Error fetching PayPal data"
      />
    );
  }
  if (!part.record) return <PanelLoading label="Loading PayPal data..." />;
  return <PaypalSettingsEditor record={part.record} store={part.store} />;
}
