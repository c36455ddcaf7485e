import { NativeSelect } from "@mantine/core";
import styles from "#web/features/admin-users/user-directory.module.css";
import { membershipChoices, roleChoices } from "#web/features/admin-users/user-row.ts";

const all = { value: "", label: "All" };

/** The directory narrowed to a role or a membership. */
export function UserFilters(props: {
  filters: Record<string, string>;
  onFilter: (name: string, value: string | undefined) => void;
}) {
  const { filters, onFilter } = props;
  return (
    <div className={styles.filters}>
      <NativeSelect
        label="Role"
        value={filters.userRole ?? ""}
        data={[all, ...roleChoices]}
        onChange={(event) => onFilter("userRole", event.currentTarget.value || undefined)}
      />
      <NativeSelect
        label="Membership"
        value={filters.userMembership ?? ""}
        data={[all, ...membershipChoices]}
        onChange={(event) => onFilter("userMembership", event.currentTarget.value || undefined)}
      />
    </div>
  );
}
