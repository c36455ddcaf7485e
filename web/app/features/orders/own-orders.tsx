import { ArrowUpRight } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { type ItemOrderRecord, isPending, type OrderKind, type OrderRecord } from "#contract/orders.ts";
import goods from "#web/features/orders/goods-modal.module.css";
import styles from "#web/features/orders/order-cells.module.css";
import {
  actionsColumn,
  amountColumn,
  codeColumn,
  dateColumn,
  ItemName,
  PendingActions,
  Receipt,
  statusColumn,
} from "#web/features/orders/order-cells.tsx";
import { type OrderPage, type RecordOf, useOrderPage } from "#web/features/orders/order-page.ts";
import { mayBuy } from "#web/features/shell/may-buy.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { OrderPackageModal } from "#web/ui/order-package-modal.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";

function DaysLeft({ days }: { days: OrderRecord["daysLeft"] }) {
  if (days === null) return <span className={styles.none}>N/A</span>;
  return days;
}

function packageColumns(open: (order: OrderRecord) => void): DataColumn<OrderRecord>[] {
  return [
    codeColumn,
    {
      id: "package",
      header: "Package",
      sortKey: "packageName",
      card: "title",
      cell: (order) => (
        <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => open(order)}>
          {order.packageName || "N/A"}
        </button>
      ),
    },
    dateColumn,
    amountColumn,
    statusColumn("Payment", "paymentStatus"),
    {
      id: "daysLeft",
      header: "Days left",
      sortKey: "daysLeft",
      cell: (order) => <DaysLeft days={order.daysLeft} />,
    },
    actionsColumn((order) =>
      isPending(order) ? (
        <PendingActions kind="package" order={order} />
      ) : (
        <Receipt kind="package" order={order} />
      ),
    ),
  ];
}

/** All own package orders, with what each one bought behind its name. */
export function OwnPackageOrders({ page, caption }: { page: OrderPage<"package">; caption: string }) {
  const [opened, setOpened] = useState<OrderRecord>();
  const columns = useMemo(() => packageColumns(setOpened), []);
  return (
    <>
      <OwnOrderTable page={page} caption={caption} columns={columns} />
      <OrderPackageModal order={opened} onClose={() => setOpened(undefined)}>
        {opened && <GetHelp order={opened} />}
      </OrderPackageModal>
    </>
  );
}

function itemColumns(open: (order: ItemOrderRecord) => void): DataColumn<ItemOrderRecord>[] {
  return [
    codeColumn,
    {
      id: "item",
      header: "Item",
      sortKey: "packageName",
      card: "title",
      cell: (order) => <ItemName order={order} />,
    },
    dateColumn,
    amountColumn,
    statusColumn("Payment", "paymentStatus"),
    actionsColumn((order) =>
      isPending(order) ? (
        <PendingActions kind="item" order={order} />
      ) : (
        <Bought order={order} onOpen={open} />
      ),
    ),
  ];
}

function Bought({ order, onOpen }: { order: ItemOrderRecord; onOpen: (order: ItemOrderRecord) => void }) {
  const open = Boolean(order.accessUrl || order.guidelines);
  return (
    <span className={styles.actions}>
      {open && (
        <Button
          size="sm"
          variant="default"
          aria-haspopup="dialog"
          aria-label={`Open item: ${order.itemName}, order ${order.orderId}`}
          onClick={() => onOpen(order)}
        >
          Open item
        </Button>
      )}
      <Receipt kind="item" order={order} />
    </span>
  );
}

/** All own item orders; a paid one opens its goods. */
export function OwnItemOrders({ page, caption }: { page: OrderPage<"item">; caption: string }) {
  const [opened, setOpened] = useState<ItemOrderRecord>();
  const columns = useMemo(() => itemColumns(setOpened), []);
  return (
    <>
      <OwnOrderTable page={page} caption={caption} columns={columns} />
      <GoodsModal order={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

const shops = {
  package: { to: "/user/select-package", label: "Choose a package" },
  item: { to: "/user/items", label: "See the items" },
} as const;

function OwnOrderTable<K extends OrderKind>(props: {
  page: OrderPage<K>;
  caption: string;
  columns: DataColumn<RecordOf[K]>[];
}) {
  const { page, caption, columns } = props;
  const { user } = useViewer();
  const { query, table } = useOrderPage(page);
  const shop = shops[page.kind];
  return (
    <DataTable
      {...table}
      caption={caption}
      columns={columns}
      rowId={(order) => order._id}
      searchLabel="Search orders..."
      emptyTitle="No orders found"
      emptyDrawing="orders"
      emptyAction={
        !query.q &&
        mayBuy(user) && (
          <Button component={Link} to={shop.to} variant="default">
            {shop.label}
          </Button>
        )
      }
    />
  );
}

/** To a ticket whose subject names the order already. */
function GetHelp({ order: { orderId } }: { order: Pick<OrderRecord, "orderId"> }) {
  return (
    <p className={goods.note}>
      <Link to={`/user/create-support?${new URLSearchParams({ order: orderId })}`}>
        Get help with this order
      </Link>
    </p>
  );
}

/** The goods of a paid item order: where to get it and how to use it. `order` undefined: closed. */
export function GoodsModal({ order, onClose }: { order: ItemOrderRecord | undefined; onClose: () => void }) {
  return (
    <Modal
      opened={order !== undefined}
      onClose={onClose}
      title={order?.itemName || order?.packageName}
      withCloseButton={false}
      size="lg"
    >
      {order && (
        <>
          {order.guidelines && (
            <section aria-label="Guidelines">
              <h3 className={goods.heading}>Guidelines</h3>
              <p className={goods.guidelines}>{order.guidelines}</p>
            </section>
          )}
          {!order.guidelines && !order.accessUrl && (
            <p className={goods.note}>
              This item has neither a link nor guidelines. Please contact support with order {order.orderId}.
            </p>
          )}
          <GetHelp order={order} />
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {order?.accessUrl && (
          <Button
            component="a"
            href={order.accessUrl}
            target="_blank"
            rel="noopener noreferrer"
            rightSection={<ArrowUpRight size={18} aria-hidden />}
          >
            Open your item<span className="visually-hidden"> (opens in a new tab)</span>
          </Button>
        )}
      </Group>
    </Modal>
  );
}
