import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { archiveItem, editItem, type ItemRecord, listItems, reorderItems } from "#contract/items.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { storeEntry } from "#web/api/store-entry.ts";
import { ItemEditor, type ItemPreview } from "#web/features/admin-items/item-editor.tsx";
import { itemPath } from "#web/features/shell/item-path.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { deactivation, RowButtons, useActions } from "#web/ui/editing/actions.tsx";
import { editorToasts, FailureNotice } from "#web/ui/editing/notices.tsx";
import { ActiveBadge } from "#web/ui/editing/panel.tsx";
import { useReorder } from "#web/ui/editing/sortable-list.tsx";
import { SortableTable } from "#web/ui/editing/sortable-table.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { Price } from "#web/ui/price.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";
import { type TableDefaults, useTableUrl } from "#web/ui/table-url.ts";

/** So large that a shop's items are ordered on one page. */
const pageSize = 50;

const inTheirOrder = {
  sorts: ["order", "itemName", "price", "isActive"],
  sort: "order",
  order: "asc",
} as const satisfies TableDefaults;

/** The items, active and inactive; `heading` is the screen's, which has the button beside it. */
export function ItemsPanel(props: {
  currency: string;
  heading: (addButton: ReactNode) => ReactNode;
  preview: ItemPreview;
}) {
  const { currency } = props;
  const client = useQueryClient();
  const confirm = useConfirm();
  const reload = () => client.invalidateQueries({ queryKey: [listItems.path] });
  const actions = useActions({ onRun: () => ordered.setFailure(null), reload });
  const { query, change } = useTableUrl(inTheirOrder);
  const [edited, setEdited] = useState<ItemRecord | "new" | null>(null);
  const { page, sort, order, q } = query;
  const list = useCall(
    listItems,
    { query: { page, pageSize, sort, order, ...(q ? { q } : {}) } },
    { keepPrevious: true },
  );
  const ordered = useReorder(
    list.data,
    async (ids) => {
      const { message } = (await api(reorderItems, { body: { ids } })).body;
      editorToasts.success(message ?? "Item order updated successfully!", { id: "order" });
    },
    "Failed to update item",
    reload,
    () => actions.setFailure(null),
  );

  async function toggle(item: ItemRecord) {
    const question = deactivation(item.itemName, "Nobody sees or buys it any more; orders stay as they are.");
    if (item.isActive && !(await confirm(question))) return;
    await actions.run(async () => {
      const change = { params: { id: item._id }, body: { isActive: !item.isActive } };
      storeEntry(client, listItems, (await api(editItem, change)).body.data);
      await reload();
      editorToasts.success(`${isolated(item.itemName)} is ${item.isActive ? "inactive" : "active"}.`);
    }, "Failed to update item");
  }

  async function archive(item: ItemRecord) {
    const sure = await confirm({
      title: `Archive "${isolated(item.itemName)}"?`,
      message: "It leaves the shop for good. Orders keep their own copy of what was bought.",
      confirmLabel: "Archive item",
    });
    if (!sure) return;
    await actions.run(async () => {
      await api(archiveItem, { params: { id: item._id } });
      await reload();
      editorToasts.success("Item archived.");
    }, "Failed to archive item");
  }

  if (edited) {
    return (
      <>
        {props.heading(null)}
        <ItemEditor
          item={edited === "new" ? null : edited}
          preview={props.preview}
          onCancel={() => setEdited(null)}
          onSaved={reload}
        />
      </>
    );
  }

  const columns: DataColumn<ItemRecord>[] = [
    {
      id: "name",
      header: "Item",
      sortKey: "itemName",
      card: "title",
      cell: (item) => (
        <Group gap="sm" wrap="nowrap">
          <ImageWithFallback
            src={item.imageUrl}
            alt=""
            width={64}
            height={36}
            sizes="64px"
            ratio="16 / 9"
            style={{ maxWidth: "none" }}
          />
          <Link style={{ minWidth: "7rem" }} to={itemPath(item)}>
            {item.itemName}
          </Link>
        </Group>
      ),
    },
    {
      id: "price",
      header: "Price",
      sortKey: "price",
      align: "end",
      cell: (item) => <Price minor={Math.round(item.price * 100)} currency={currency} code />,
    },
    {
      id: "status",
      header: "Status",
      sortKey: "isActive",
      cell: (item) => <ActiveBadge active={item.isActive} />,
    },
    {
      id: "actions",
      header: "Actions",
      card: "bare",
      cell: (item) => (
        <RowButtons
          name={item.itemName}
          busy={actions.busy}
          onEdit={() => setEdited(item)}
          toggle={{ active: item.isActive, onToggle: () => toggle(item) }}
          removeLabel="Archive"
          onRemove={() => archive(item)}
        />
      ),
    },
  ];
  return (
    <>
      {props.heading(
        <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setEdited("new")}>
          Add Item
        </Button>,
      )}
      <FailureNotice failure={actions.failure} />
      <FailureNotice failure={ordered.failure} />
      <SortableTable
        caption="Items"
        columns={columns}
        rows={ordered.rows}
        rowId={(item) => item._id}
        nameOf={(item) => item.itemName}
        onOrder={ordered.order}
        total={list.total ?? 0}
        pageSize={pageSize}
        {...query}
        onChange={change}
        loading={list.isFetching}
        loadingText="Loading items..."
        error={list.error?.message}
        errorTitle="Failed to fetch items"
        onRetry={() => location.reload()}
        searchLabel="Search items..."
        emptyTitle={q ? "No item matches" : "No items yet"}
        emptyText={q ? undefined : "Add the first one to sell more than credits."}
      />
    </>
  );
}
