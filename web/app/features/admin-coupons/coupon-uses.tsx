import { Link } from "react-router";
import { counted } from "#contract/counted.ts";
import { type CouponRecord, type CouponUse, listCouponUses } from "#contract/coupons.ts";
import { useCall } from "#web/api/query.tsx";
import { Badge, type BadgeColor } from "#web/ui/badge.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Anchor } from "#web/ui/elements/text.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { capitalized } from "#web/ui/options.ts";
import { OrderPrice } from "#web/ui/order-price.tsx";
import type { DataColumn, TableQuery } from "#web/ui/table-model.ts";
import { tablePageSize } from "#web/ui/table-url.ts";

/** The orders that were made with a coupon, newest first. */
export function CouponUses(props: {
  coupon: CouponRecord;
  page: number;
  onPage: (page: number, replace?: boolean) => void;
  onClose: () => void;
}) {
  const { coupon, page, onPage } = props;
  const list = useCall(
    listCouponUses,
    { params: { id: coupon.id }, query: { page, pageSize: tablePageSize } },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <Modal opened onClose={props.onClose} size="min(60rem, 100%)" title={`Uses of ${coupon.code}`}>
      <DataTable<CouponUse>
        caption={`Uses of ${coupon.code}`}
        columns={columns}
        rows={list.data}
        rowId={(use) => use.id}
        total={list.total ?? 0}
        more={list.more}
        pageSize={tablePageSize}
        page={page}
        order="desc"
        q=""
        onChange={(change: Partial<TableQuery>, replace) => onPage(change.page ?? 1, replace)}
        loading={list.isFetching}
        loadingText="Loading uses..."
        error={list.error?.message}
        errorTitle="Failed to fetch uses"
        onRetry={() => list.refetch()}
        emptyTitle="No uses yet"
        emptyText="Orders that are made with this code appear here."
        emptyDrawing="orders"
      />
    </Modal>
  );
}

const stateColors: Record<CouponUse["state"], BadgeColor> = {
  counted: "green",
  held: "yellow",
  lapsed: "gray",
  returned: "gray",
};

const columns: DataColumn<CouponUse>[] = [
  {
    id: "order",
    header: "Order",
    card: "title",
    cell: (use) => (
      <Anchor component={Link} to={`/admin/orders/${use.id}`}>
        {use.orderId}
      </Anchor>
    ),
  },
  { id: "when", header: "When", cell: (use) => <FormattedDate at={use.createdAt} time /> },
  {
    id: "who",
    header: "Who",
    cell: (use) => (
      <div style={{ overflowWrap: "anywhere" }}>
        <div>{use.customerName}</div>
        <div>{use.customerEmail}</div>
      </div>
    ),
  },
  {
    id: "discount",
    header: "Discount",
    align: "end",
    cell: (use) =>
      use.extraCredits > 0 ? (
        `+${counted(use.extraCredits, "credit")}`
      ) : (
        <OrderPrice text={use.discount} currency={use.currency} />
      ),
  },
  {
    id: "state",
    header: "State",
    cell: (use) => <Badge color={stateColors[use.state]}>{capitalized(use.state)}</Badge>,
  },
];
