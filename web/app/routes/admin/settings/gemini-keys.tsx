export { AiKeysPanel as default } from "#web/features/ai-keys/ai-keys-panel.tsx";
