import { useEffect, useLayoutEffect, useState } from "react";
import { z } from "zod";
import type { BillingFields } from "#web/features/orders/place-order.ts";
import { draftPrefix } from "#web/features/shell/sign-out.ts";

const useEffectBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

const typed = z.object({ customerName: z.string(), address: z.string(), country: z.string() }).partial();

/**
 * The billing form: the profile's values, and over them what the person typed in this tab and has not ordered with,
 * so that a reload or a look elsewhere loses nothing. `forget` is for when the order is made.
 */
export function useBillingDraft(userId: string, profile: BillingFields) {
  const key = `${draftPrefix}billing:${userId}`;
  const [fields, setFields] = useState(profile);

  useEffectBeforePaint(() => {
    const kept = readDraft(key);
    if (kept) setFields((now) => ({ ...now, ...kept }));
  }, [key]);

  function change(name: keyof BillingFields, value: string): void {
    const next = { ...fields, [name]: value };
    setFields(next);
    const changed = Object.entries(next).filter(([field, text]) => text !== profile[field as typeof name]);
    writeDraft(key, Object.fromEntries(changed));
  }
  return { fields, change, forget: () => writeDraft(key, {}) };
}

function readDraft(key: string): Partial<BillingFields> | null {
  try {
    const kept = typed.safeParse(JSON.parse(sessionStorage.getItem(key) ?? "null"));
    return kept.success ? (kept.data as Partial<BillingFields>) : null;
  } catch {
    return null;
  }
}

function writeDraft(key: string, changed: Partial<BillingFields>): void {
  try {
    if (Object.keys(changed).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(changed));
  } catch {
    // A browser whose storage is full or forbidden only loses the convenience.
  }
}
