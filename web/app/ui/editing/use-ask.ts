import { useState } from "react";
import { type ConfirmOptions, useConfirm } from "#web/ui/confirm.tsx";

/**
 * The product's question dialog, for use inside another dialog: while it is `asking`, that one must not take
 * Escape, since every open Mantine dialog listens for it.
 */
export function useAsk() {
  const confirm = useConfirm();
  const [asking, setAsking] = useState(false);
  async function ask(options: ConfirmOptions): Promise<boolean> {
    setAsking(true);
    try {
      return await confirm(options);
    } finally {
      // The key that closes the question is still on its way to the dialog below.
      setTimeout(() => setAsking(false));
    }
  }
  return { ask, asking };
}
