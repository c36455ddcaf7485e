import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { DataTable } from "#web/ui/data-table.tsx";
import { SortableTable } from "#web/ui/editing/sortable-table.tsx";

type Row = { id: string; name: string };
const rows: Row[] = [
  { id: "1", name: "Anvil" },
  { id: "2", name: "Bellows" },
];
const shown = {
  caption: "Tools",
  columns: [{ id: "name", header: "Name", sortKey: "name", cell: (row: Row) => row.name }],
  rowId: (row: Row) => row.id,
  emptyTitle: "No tools yet",
};
const paging = { page: 1, pageSize: 2, order: "asc", q: "", total: 5, onChange: () => {} } as const;

/** What a reader finds: tags become blanks, and the marks that React leaves between texts are gone. */
function text(node: ReactNode): string {
  const html = renderToString(<MemoryRouter>{node}</MemoryRouter>);
  return html.replaceAll("<!-- -->", "").replace(/<[^>]*>/g, " ");
}

test("a list that is shown whole counts its rows and has neither pages nor sorts", () => {
  const table = text(<DataTable {...shown} rows={rows} />);
  expect(table).toMatch(/Anvil[\s\S]*Bellows[\s\S]*Showing 1 to 2 of 2 entries/);
  expect(table).not.toMatch(/Next|Sort by/);
});

test("a list that the server pages offers its sorts and pages", () => {
  const table = text(<DataTable {...shown} {...paging} rows={rows} />);
  expect(table).toMatch(/Sort by[\s\S]*Showing 1 to 2 of 5 entries[\s\S]*Next/);
});

test("a search that finds more than was counted says so, also on the last page that was", () => {
  const more = { ...paging, total: 10_000, more: true };
  expect(text(<DataTable {...shown} {...more} rows={rows} />)).toContain(
    "Showing 1 to 2 of more than 10,000 entries",
  );
  expect(text(<DataTable {...shown} {...more} page={5000} rows={rows} />)).toContain(
    "Showing 9999 to 10000 of more than 10,000 entries",
  );
});

test("a page beyond the last one is not shown as an empty list", () => {
  expect(text(<DataTable {...shown} {...paging} page={4} rows={[]} />)).not.toContain("No tools yet");
  expect(text(<DataTable {...shown} {...paging} total={0} rows={[]} />)).toContain("No tools yet");
});

test("a search without a result is said where its number of results would be, and a failure is not taken for one", () => {
  const html = (node: ReactNode) => renderToString(<MemoryRouter>{node}</MemoryRouter>);
  const said = /role="status"[^>]*><span[^>]*>No entries</;
  expect(html(<DataTable {...shown} {...paging} q="tongs" total={0} rows={[]} />)).toMatch(said);
  const failed = { ...shown, ...paging, total: 0, error: "The shop does not answer." };
  expect(html(<DataTable {...failed} rows={undefined} />)).not.toMatch(said);
});

test("rows are moved by hand in their own order alone; from any other a button leads back", () => {
  const sortable = { ...shown, rows, nameOf: (row: Row) => row.name, onOrder: () => {} };
  const whole = text(<SortableTable {...sortable} />);
  const byName = text(<SortableTable {...sortable} {...paging} sort="name" />);
  expect(whole).toContain("Move");
  expect(whole).not.toContain("Show in their order");
  expect(byName).toContain("Show in their order");
  expect(byName).not.toContain("Move");
  expect(text(<SortableTable {...sortable} {...paging} sort="order" />)).toContain("Move");
});
