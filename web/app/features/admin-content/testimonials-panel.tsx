import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import {
  deleteTestimonial,
  editTestimonial,
  listTestimonials,
  orderTestimonials,
  type TestimonialRecord,
} from "#contract/testimonials.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { storeEntry } from "#web/api/store-entry.ts";
import { TestimonialEditor } from "#web/features/admin-content/testimonial-editor.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { deactivation, RowButtons, useActions } from "#web/ui/editing/actions.tsx";
import { EditorLayout } from "#web/ui/editing/editor-form.tsx";
import { FailureNotice, TimedMessage, useTimedMessage } from "#web/ui/editing/notices.tsx";
import { ActiveBadge, ListPanel, PanelHeader } from "#web/ui/editing/panel.tsx";
import { PreviewFrame } from "#web/ui/editing/preview.tsx";
import { useReorder } from "#web/ui/editing/sortable-list.tsx";
import { SortableTable } from "#web/ui/editing/sortable-table.tsx";
import { previewed, useEntryForm } from "#web/ui/editing/use-entry-form.ts";
import { VersionsDrawer } from "#web/ui/editing/versions-drawer.tsx";
import { Group, Stack } from "#web/ui/elements/layout.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { isolated } from "#web/ui/isolated.ts";
import type { DataColumn } from "#web/ui/table-model.ts";
import { type TableDefaults, useTableUrl } from "#web/ui/table-url.ts";

type TestimonialsPreview = (testimonials: TestimonialRecord[]) => ReactNode;

const quoteLength = 50;
/** So large that all of them are ordered on one page. */
const pageSize = 100;

const inTheirOrder = {
  sorts: ["order", "authorName", "authorTitle", "isActive"],
  sort: "order",
  order: "asc",
} as const satisfies TableDefaults;

/** A long quote's first 50 characters and an ellipsis. */
function shortQuote(quote: string): string {
  const letters = [...quote];
  return letters.length > quoteLength ? `${letters.slice(0, quoteLength).join("")}...` : quote;
}

export function TestimonialsPanel({ preview }: { preview: TestimonialsPreview }) {
  const all = useCall(listTestimonials, {});
  return (
    <ListPanel list={all} loading="Loading testimonials..." failed="Failed to fetch testimonials">
      {(testimonials, stale) => <TestimonialList {...{ testimonials, stale, preview }} />}
    </ListPanel>
  );
}

function TestimonialList(props: {
  testimonials: TestimonialRecord[];
  stale: ReactNode;
  preview: TestimonialsPreview;
}) {
  const { testimonials, stale, preview } = props;
  const client = useQueryClient();
  const { query, change } = useTableUrl(inTheirOrder);
  const editing = useEntryForm<TestimonialRecord>();
  const [draft, setDraft] = useState<TestimonialRecord | null>(null);
  const confirm = useConfirm();
  const reload = () => client.invalidateQueries({ queryKey: [listTestimonials.path] });
  const actions = useActions({ onRun: () => ordered.setFailure(null), reload });
  const message = useTimedMessage();
  const { page, sort, order, q } = query;
  const table = useCall(
    listTestimonials,
    { query: { page, pageSize, order, ...(sort === "order" ? {} : { sort }), ...(q ? { q } : {}) } },
    { keepPrevious: true },
  );
  const ordered = useReorder(
    table.data,
    async (ids) => {
      const { body } = await api(orderTestimonials, { body: { ids } });
      message.show(body.message ?? "Testimonial order updated successfully!");
    },
    "Failed to update testimonial",
    reload,
    () => actions.setFailure(null),
  );

  async function toggle(testimonial: TestimonialRecord) {
    const question = deactivation(testimonial.authorName, "Visitors don't see this testimonial any more.");
    if (testimonial.isActive && !(await confirm(question))) return;
    await actions.run(async () => {
      const change = { params: { id: testimonial._id }, body: { isActive: !testimonial.isActive } };
      const { data } = (await api(editTestimonial, change)).body;
      storeEntry(client, listTestimonials, data);
      editing.renew(data);
      await reload();
      message.show("Testimonial updated successfully!");
    }, "Failed to toggle testimonial status");
  }

  async function remove(testimonial: TestimonialRecord) {
    const sure = await confirm({
      title: `Delete the testimonial of ${isolated(testimonial.authorName)}?`,
      message:
        "Are you sure you want to delete this testimonial? The saved versions of the list still hold it.",
      confirmLabel: "Delete testimonial",
    });
    if (!sure) return;
    await actions.run(async () => {
      await api(deleteTestimonial, { params: { id: testimonial._id } });
      editing.forget(testimonial);
      await reload();
      message.show("Testimonial deleted successfully!");
    }, "Failed to delete testimonial");
  }

  const columns: DataColumn<TestimonialRecord>[] = [
    {
      id: "quote",
      header: "Quote",
      cell: (row) => <div style={{ minWidth: "8.5rem" }}>{shortQuote(row.quote)}</div>,
    },
    {
      id: "author",
      header: "Author",
      sortKey: "authorName",
      card: "title",
      cell: (row) => (
        <Group gap="sm" wrap="nowrap">
          <ImageWithFallback
            src={row.authorImage}
            alt=""
            width={36}
            height={36}
            sizes="36px"
            ratio={1}
            style={{ maxWidth: "none" }}
          />
          <span style={{ minWidth: "5.5rem" }}>{row.authorName}</span>
        </Group>
      ),
    },
    { id: "title", header: "Title", sortKey: "authorTitle", cell: (row) => row.authorTitle },
    {
      id: "status",
      header: "Status",
      sortKey: "isActive",
      cell: (row) => <ActiveBadge active={row.isActive} />,
    },
    {
      id: "actions",
      header: "Actions",
      card: "bare",
      cell: (row) => (
        <RowButtons
          name={row.authorName}
          busy={actions.busy}
          onEdit={() => editing.open(row)}
          toggle={{ active: row.isActive, onToggle: () => toggle(row) }}
          onRemove={() => remove(row)}
        />
      ),
    },
  ];

  return (
    <>
      <PanelHeader
        title="Testimonials"
        description="Voices of real customers. Active ones stand on the home page, below the prices."
        actions={<VersionsDrawer section="testimonials" label="Testimonials" onRestored={reload} />}
      />
      <TimedMessage message={message.text} />
      <FailureNotice failure={actions.failure} />
      <FailureNotice failure={ordered.failure} />
      <Stack gap="xl">
        <EditorLayout
          form={
            <div ref={editing.place}>
              <TestimonialEditor
                key={editing.formKey}
                testimonial={editing.edited}
                onDraft={setDraft}
                onDirty={editing.setDirty}
                onCancel={editing.close}
                onSaved={async (text) => {
                  await reload();
                  message.show(text);
                }}
              />
            </div>
          }
          preview={
            <PreviewFrame title="Preview of the testimonials" hidden={draft?.isActive === false}>
              {preview(previewed(testimonials, draft))}
            </PreviewFrame>
          }
        />
        {stale}
        <SortableTable
          caption="Testimonials"
          columns={columns}
          rows={ordered.rows}
          rowId={(row) => row._id}
          nameOf={(row) => row.authorName}
          onOrder={ordered.order}
          total={table.total ?? table.data?.length ?? 0}
          pageSize={pageSize}
          {...query}
          onChange={change}
          loading={table.isFetching}
          loadingText="Loading testimonials..."
          error={table.isError && !table.data ? "Failed to fetch testimonials" : undefined}
          onRetry={() => location.reload()}
          emptyTitle={q ? "No testimonial matches" : "No testimonials yet"}
          searchLabel="Search testimonials..."
        />
      </Stack>
    </>
  );
}
