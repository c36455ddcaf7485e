import { Ban, Coins, Mail, Pencil, Trash2, UserCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import type { UserRecord } from "#contract/users.ts";
import styles from "#web/features/admin-users/admin-users.module.css";
import { membershipChoices, roleChoices } from "#web/features/admin-users/user-row.ts";
import { ActionIcon, Button } from "#web/ui/elements/button.tsx";
import { NativeSelect } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Menu } from "#web/ui/elements/menu.tsx";
import type { QueryValues } from "#web/ui/query-in-url.ts";
import { RowMenu } from "#web/ui/row-menu.tsx";

/** Edit, and behind a menu the rest; while a row is edited, save and cancel. */
export function RowActions(props: {
  user: UserRecord;
  editing: boolean;
  saving: boolean;
  onEdit: () => void;
  onSave: () => void;
  onCancel: () => void;
  onBalance: () => void;
  onMessage: () => void;
  onDisable: () => void;
  onDelete: () => void;
}) {
  const { user, editing } = props;
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The button that ended the editing was removed, and the focus with it.
    if (wasEditing.current && !editing && document.activeElement === document.body) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (editing) {
    return (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button size="compact-md" loading={props.saving} onClick={props.onSave}>
          Save
        </Button>
        <Button size="compact-md" variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <ActionIcon
        ref={edit}
        variant="default"
        size="lg"
        aria-label={`Edit ${user.userName}`}
        onClick={props.onEdit}
      >
        <Pencil size={16} aria-hidden />
      </ActionIcon>
      <RowMenu label={`More actions for ${user.userName}`} position="bottom-end">
        <Menu.Item leftSection={<Coins size={16} aria-hidden />} onClick={props.onBalance}>
          Change balance
        </Menu.Item>
        <Menu.Item leftSection={<Mail size={16} aria-hidden />} onClick={props.onMessage}>
          Send Message
        </Menu.Item>
        <Menu.Item
          leftSection={user.disabled ? <UserCheck size={16} aria-hidden /> : <Ban size={16} aria-hidden />}
          onClick={props.onDisable}
        >
          {user.disabled ? "Enable account" : "Disable account"}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={props.onDelete}>
          Delete
        </Menu.Item>
      </RowMenu>
    </Group>
  );
}

const all = { value: "", label: "All" };

/** Filters by role and membership. */
export function UserFilters(props: {
  filters: Record<string, string>;
  onFilter: (values: QueryValues) => void;
}) {
  const { filters, onFilter } = props;
  return (
    <div className={styles.filters}>
      <NativeSelect
        label="Role"
        value={filters.userRole ?? ""}
        data={[all, ...roleChoices]}
        onChange={(event) => onFilter({ userRole: event.currentTarget.value })}
      />
      <NativeSelect
        label="Membership"
        value={filters.userMembership ?? ""}
        data={[all, ...membershipChoices]}
        onChange={(event) => onFilter({ userMembership: event.currentTarget.value })}
      />
    </div>
  );
}
