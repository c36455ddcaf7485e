export { ShopSettingsPanel as default } from "#web/features/shop-settings/shop-settings-panel.tsx";
