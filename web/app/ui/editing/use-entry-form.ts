import { useEffect, useRef, useState } from "react";
import { leaveQuestion, useConfirm } from "#web/ui/confirm.tsx";

/**
 * Which entry of a list its form edits; null is add mode. The form is mounted anew for each entry (`formKey`) in
 * `place`, and tells through `setDirty` whether something in it would be lost.
 */
export function useEntryForm<R extends { _id: string }>() {
  const [edited, setEdited] = useState<R | null>(null);
  const [round, setRound] = useState(0);
  const [dirty, setDirty] = useState(false);
  const [opened, setOpened] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const confirm = useConfirm();

  // In an effect, since the former form takes the focus with it when it is unmounted.
  useEffect(() => {
    if (opened === 0) return;
    place.current?.scrollIntoView({ block: "start" });
    place.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, [opened]);

  return {
    edited,
    formKey: edited?._id ?? `new ${round}`,
    place,
    setDirty,
    async open(entry: R): Promise<void> {
      if (entry._id !== edited?._id && dirty && !(await confirm(leaveQuestion))) return;
      setEdited(entry);
      setOpened((now) => now + 1);
    },
    /** After an action beside the form changed the entry: the form continues over the new state. */
    renew(entry: R): void {
      setEdited((now) => (now?._id === entry._id ? entry : now));
    },
    /** An entry that is gone is edited no more; another one that was opened since stays. */
    forget({ _id }: R): void {
      setEdited((now) => (now?._id === _id ? null : now));
    },
    /** Back to an empty form in add mode. */
    close(): void {
      setEdited(null);
      setRound((now) => now + 1);
    },
  };
}

/** What the preview of a list shows: the entry that is being typed alone, at its full size, else all that visitors see. */
export function previewed<R extends { isActive: boolean }>(list: R[], draft: R | null): R[] {
  return draft ? [{ ...draft, isActive: true }] : list.filter(({ isActive }) => isActive);
}
