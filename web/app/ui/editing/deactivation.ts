import type { ConfirmOptions } from "#web/ui/confirm.tsx";

/** Asked before an entry is switched off; switching it on again needs no question. */
export function deactivation(name: string, effect: string): ConfirmOptions {
  return {
    title: `Deactivate "${name}"?`,
    message: `${effect} Nothing is deleted, and you can activate it again.`,
    confirmLabel: "Deactivate",
  };
}
