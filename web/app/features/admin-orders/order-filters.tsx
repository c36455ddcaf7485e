import { Button, NativeSelect, TextInput } from "@mantine/core";
import { Download } from "lucide-react";
import { pathOf } from "#contract/call.ts";
import { exportOrders, type OrderKind, type OrderListQuery, paymentStatuses } from "#contract/orders.ts";
import styles from "#web/features/admin-orders/admin-orders.module.css";

/** Payment status, period, and the filtered list as CSV. */
export function OrderFilters(props: {
  kind: OrderKind;
  filters: Record<string, string>;
  listed: Partial<OrderListQuery>;
  onFilter: (name: string, value: string | undefined) => void;
}) {
  const { kind, filters, listed, onFilter } = props;
  const { page: _page, pageSize: _size, ...query } = listed;
  return (
    <div className={styles.filters}>
      <NativeSelect
        label="Payment"
        value={filters.paymentStatus ?? ""}
        onChange={(event) => onFilter("paymentStatus", event.currentTarget.value || undefined)}
        data={[
          { value: "", label: "All" },
          ...paymentStatuses.map((status) => ({ value: status, label: status })),
        ]}
      />
      <TextInput
        type="date"
        label="From"
        value={filters.from ?? ""}
        onChange={(event) => onFilter("from", event.currentTarget.value || undefined)}
      />
      <TextInput
        type="date"
        label="To"
        value={filters.to ?? ""}
        onChange={(event) => onFilter("to", event.currentTarget.value || undefined)}
      />
      <Button
        component="a"
        variant="default"
        href={pathOf(exportOrders, { query: { ...query, kind } })}
        download
        leftSection={<Download size={16} aria-hidden />}
      >
        CSV
      </Button>
    </div>
  );
}
