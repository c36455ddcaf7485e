import { useState } from "react";
import { type ConfirmOptions, useConfirm } from "#web/ui/confirm.tsx";
import { useUnsavedGuard } from "#web/ui/leave-guard.tsx";

/** A dialog with a form: once something was typed, `question` is asked before it is closed. */
export function useTypedDialog(question: ConfirmOptions, onClose: () => void) {
  const ask = useConfirm();
  const [dirty, setDirty] = useState(false);
  useUnsavedGuard(dirty);

  /** Closes it unasked. */
  function end() {
    setDirty(false);
    onClose();
  }
  async function close() {
    if (!dirty || (await ask(question))) end();
  }
  return { dirty, onDirty: () => setDirty(true), end, close };
}
