import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { ActionIcon } from "#web/ui/elements/button.tsx";
import { Menu } from "#web/ui/elements/menu.tsx";
import type { MenuPosition } from "#web/ui/elements/menu-state.ts";

/** What can be done with a row of a table, behind three dots; `children` are its `Menu.Item`s. */
export function RowMenu(props: {
  /** Names the row as well: "Actions for order ABCD1234". */
  label: string;
  loading?: boolean;
  position?: MenuPosition;
  children: ReactNode;
}) {
  const { label, loading = false, position = "bottom" } = props;
  return (
    <Menu position={position}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} loading={loading}>
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{props.children}</Menu.Dropdown>
    </Menu>
  );
}
