import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { ActionButton } from "#web/ui/editing/action-button.tsx";

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
      <ActionButton size="compact-sm" variant="default" busy={busy} onClick={props.onEdit}>
        Edit<span className="visually-hidden"> {name}</span>
      </ActionButton>
      {toggle && (
        <ActionButton size="compact-sm" variant="default" busy={busy} onClick={toggle.onToggle}>
          {toggle.active ? "Deactivate" : "Activate"}
          <span className="visually-hidden"> {name}</span>
        </ActionButton>
      )}
      <ActionButton size="compact-sm" variant="subtle" color="red" busy={busy} onClick={props.onRemove}>
        {props.removeLabel ?? "Delete"}
        <span className="visually-hidden"> {name}</span>
      </ActionButton>
    </Group>
  );
}
