import { Button, Group, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import {
  deleteTestimonial,
  listTestimonials,
  type TestimonialRecord,
  toggleTestimonial,
} from "#contract/testimonials.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { TestimonialEditor } from "#web/features/testimonials/testimonial-editor.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { type DataColumn, DataTable, type TableQuery } from "#web/ui/data-table.tsx";
import { ActiveBadge } from "#web/ui/editing/active-badge.tsx";
import { EditorLayout } from "#web/ui/editing/editor-layout.tsx";
import { FailureNotice } from "#web/ui/editing/failure-notice.tsx";
import { PanelHeader } from "#web/ui/editing/panel-header.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel-states.tsx";
import { PreviewFrame } from "#web/ui/editing/preview-frame.tsx";
import { TimedMessage, useTimedMessage } from "#web/ui/editing/timed-message.tsx";
import { useActions } from "#web/ui/editing/use-actions.ts";
import { VersionsDrawer } from "#web/ui/editing/versions-drawer.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";

export type TestimonialsPreview = (testimonials: TestimonialRecord[]) => ReactNode;

const quoteLength = 50;
const pageSize = 10;

/** A long quote's first 50 characters and an ellipsis. */
export function shortQuote(quote: string): string {
  const letters = [...quote];
  return letters.length > quoteLength ? `${letters.slice(0, quoteLength).join("")}...` : quote;
}

export function TestimonialsPanel({ preview }: { preview: TestimonialsPreview }) {
  const client = useQueryClient();
  const [query, setQuery] = useState<TableQuery>({ page: 1, order: "asc", q: "" });
  const [edited, setEdited] = useState<TestimonialRecord | null>(null);
  const [round, setRound] = useState(0);
  const [draft, setDraft] = useState<TestimonialRecord | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const confirm = useConfirm();
  const actions = useActions();
  const message = useTimedMessage();
  const all = useCall(listTestimonials, {});
  const { page, sort, order, q } = query;
  const table = useCall(
    listTestimonials,
    {
      query: {
        page,
        pageSize,
        ...(sort ? { sort: sort as "authorName", order } : {}),
        ...(q ? { q } : {}),
      },
    },
    { keepPrevious: true },
  );
  if (all.isError) return <PanelError error={all.error} title="Failed to fetch testimonials" />;
  if (!all.data) return <PanelLoading label="Loading testimonials..." />;
  const testimonials = all.data.data.data;
  const reload = () => client.invalidateQueries({ queryKey: [listTestimonials.path] });

  const toggle = (testimonial: TestimonialRecord) =>
    actions.run(async () => {
      const { data } = await api(toggleTestimonial, { params: { id: testimonial._id } });
      await reload();
      message.show(data.message ?? "Testimonial updated successfully!");
    }, "Failed to toggle testimonial status");

  async function remove(testimonial: TestimonialRecord) {
    const sure = await confirm({
      title: `Delete the testimonial of ${testimonial.authorName}?`,
      message:
        "Are you sure you want to delete this testimonial? The saved versions of the list still hold it.",
      confirmLabel: "Delete testimonial",
    });
    if (!sure) return;
    await actions.run(async () => {
      await api(deleteTestimonial, { params: { id: testimonial._id } });
      if (edited?._id === testimonial._id) setEdited(null);
      await reload();
      message.show("Testimonial deleted successfully!");
    }, "Failed to delete testimonial");
  }

  function edit(testimonial: TestimonialRecord) {
    setEdited(testimonial);
    form.current?.scrollIntoView({ block: "start" });
    requestAnimationFrame(() => form.current?.querySelector("textarea")?.focus());
  }

  const columns: DataColumn<TestimonialRecord>[] = [
    { id: "quote", header: "Quote", cell: (row) => shortQuote(row.quote) },
    {
      id: "author",
      header: "Author",
      sortKey: "authorName",
      card: "title",
      cell: (row) => (
        <Group gap="sm" wrap="nowrap">
          <ImageWithFallback src={row.authorImage} alt="" width={36} height={36} ratio={1} />
          {row.authorName}
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
        <Group gap="xs" wrap="nowrap">
          <Button size="compact-sm" variant="default" disabled={actions.busy} onClick={() => edit(row)}>
            Edit<span className="visually-hidden"> {row.authorName}</span>
          </Button>
          <Button size="compact-sm" variant="default" disabled={actions.busy} onClick={() => toggle(row)}>
            {row.isActive ? "Deactivate" : "Activate"}
            <span className="visually-hidden"> {row.authorName}</span>
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            disabled={actions.busy}
            onClick={() => remove(row)}
          >
            Delete<span className="visually-hidden"> {row.authorName}</span>
          </Button>
        </Group>
      ),
    },
  ];

  const shown = withDraft(testimonials, draft).filter(({ isActive }) => isActive);
  return (
    <>
      <PanelHeader
        title="Testimonials"
        description="Voices of real customers. Active ones stand on the home page, below the prices."
        actions={<VersionsDrawer part="testimonials" label="Testimonials" onRestored={reload} />}
      />
      <TimedMessage message={message.text} />
      <FailureNotice failure={actions.failure} />
      <Stack gap="xl">
        <EditorLayout
          form={
            <div ref={form}>
              <TestimonialEditor
                key={edited?._id ?? `new ${round}`}
                testimonial={edited}
                onDraft={setDraft}
                onCancel={() => setEdited(null)}
                onSaved={async (text) => {
                  await reload();
                  setEdited(null);
                  setRound((now) => now + 1);
                  message.show(text);
                }}
              />
            </div>
          }
          preview={<PreviewFrame title="Preview of the testimonials">{preview(shown)}</PreviewFrame>}
        />
        <DataTable
          caption="Testimonials"
          columns={columns}
          rows={table.data?.data.data}
          rowId={(row) => row._id}
          total={table.data?.total ?? table.data?.data.data.length ?? 0}
          pageSize={pageSize}
          {...query}
          onChange={setQuery}
          loading={table.isFetching}
          loadingText="Loading testimonials..."
          error={table.isError ? "Failed to fetch testimonials" : undefined}
          onRetry={() => location.reload()}
          emptyTitle={q ? "No testimonial matches" : "No testimonials yet"}
          searchLabel="Search testimonials..."
        />
      </Stack>
    </>
  );
}

function withDraft(list: TestimonialRecord[], draft: TestimonialRecord | null): TestimonialRecord[] {
  if (!draft) return list;
  const known = list.some(({ _id }) => _id === draft._id);
  return known ? list.map((each) => (each._id === draft._id ? draft : each)) : [...list, draft];
}
