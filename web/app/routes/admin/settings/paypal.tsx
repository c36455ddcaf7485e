export { PaypalSettingsPanel as default } from "#web/features/paypal-settings/paypal-settings-panel.tsx";
