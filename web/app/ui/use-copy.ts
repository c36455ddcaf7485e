import { useState } from "react";

/** Copies a text at a press. `copied` is null before the first one, false where the browser did not take the text. */
export function useCopy(text: string): { copied: boolean | null; copy: () => Promise<void> } {
  const [copied, setCopied] = useState<boolean | null>(null);
  return { copied, copy: async () => setCopied(await copyText(text)) };
}

/** Answers whether the browser took it. Without a secure origin there is no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  const writing = navigator.clipboard?.writeText(text) ?? Promise.reject();
  return writing.then(
    () => true,
    () => false,
  );
}
