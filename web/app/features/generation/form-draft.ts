import { useEffect, useLayoutEffect, useState } from "react";
import { type GeneratorForm, generatorForm, startForm } from "#web/features/generation/form-state.ts";
import { draftPrefix } from "#web/features/shell/sign-out.ts";

const useEffectBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * The generator's form, kept in this tab while the person is elsewhere. It starts from `seed` (a number from 0 to
 * below 1) on the server and in the browser alike; a draft comes in right after, before anything is painted.
 */
export function useFormDraft(userId: string, seed: number) {
  const key = `${draftPrefix}generator:${userId}`;
  const [form, setForm] = useState(() => startForm(() => seed));
  const [restored, setRestored] = useState(false);

  useEffectBeforePaint(() => {
    const kept = readDraft(key);
    if (kept) setForm(kept);
    setRestored(true);
  }, [key]);

  useEffect(() => {
    if (restored) writeDraft(key, form);
  }, [key, form, restored]);

  return [form, setForm] as const;
}

function readDraft(key: string): GeneratorForm | null {
  try {
    const kept = generatorForm.safeParse(JSON.parse(sessionStorage.getItem(key) ?? "null"));
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}

function writeDraft(key: string, form: GeneratorForm): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(form));
  } catch {
    // A browser whose storage is full or forbidden only loses the convenience.
  }
}
