import { type ReactNode, useState } from "react";
import type { ConfirmOptions } from "#web/ui/confirm.tsx";
import { type Failure, type FailureTitle, failureOf } from "#web/ui/editing/notices.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { useOneAtATime } from "#web/ui/one-at-a-time.ts";

/**
 * Actions beside a form or a list (toggle, reset, delete): one at a time, the failure of the last one kept on the screen.
 * `onRun` clears the form's own, so that only the last failure shows. `reload` reads anew what is acted on: what failed
 * may have been done all the same, and its answer lost, or somebody else was first.
 */
export function useActions({ onRun, reload }: { onRun?: () => void; reload?: () => Promise<unknown> } = {}) {
  const { run: runAlone, busy } = useOneAtATime();
  const [failure, setFailure] = useState<Failure | null>(null);

  /** True when it went through. */
  async function run(
    work: () => Promise<void>,
    failureTitle: FailureTitle,
    offlineTitle?: FailureTitle,
  ): Promise<boolean> {
    const worked = await runAlone(async () => {
      setFailure(null);
      onRun?.();
      try {
        await work();
        return true;
      } catch (error) {
        setFailure(failureOf(error, failureTitle, offlineTitle));
        return false;
      }
    });
    if (worked === false) await reload?.();
    return worked ?? false;
  }

  return { busy, failure, setFailure, run };
}

/** What can be done with one row of an editor's table; `name` tells a screen reader which. */
export function RowButtons(props: {
  name: string;
  busy: boolean;
  onEdit: () => void;
  /** Where the row can be switched on and off. */
  toggle?: { active: boolean; onToggle: () => void };
  removeLabel?: string;
  onRemove: () => void;
  children?: ReactNode;
}) {
  const { name, busy, toggle } = props;
  return (
    <Group gap="xs" wrap="nowrap">
      {props.children}
      <Button size="compact-sm" variant="default" off={busy} onClick={props.onEdit}>
        Edit<span className="visually-hidden"> {name}</span>
      </Button>
      {toggle && (
        <Button size="compact-sm" variant="default" off={busy} onClick={toggle.onToggle}>
          {toggle.active ? "Deactivate" : "Activate"}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="red" off={busy} onClick={props.onRemove}>
        {props.removeLabel ?? "Delete"}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </Group>
  );
}

/** Asked before an entry is switched off; switching it on again needs no question. */
export function deactivation(name: string, effect: string): ConfirmOptions {
  return {
    title: `Deactivate "${isolated(name)}"?`,
    message: `${effect} Nothing is deleted, and you can activate it again.`,
    confirmLabel: "Deactivate",
  };
}
