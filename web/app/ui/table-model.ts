import type { ComponentType, ReactNode } from "react";

export type TableQuery = { page: number; sort?: string; order: "asc" | "desc"; q: string };

export type DataColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of the sort; a column without one can't be sorted. */
  sortKey?: string;
  align?: "start" | "end";
  /**
   * How the cell shows on a card (below 768 px): as its title, not at all, or without its label (buttons). Or, on a
   * dense card: as its head, as one of two figures beside it; below, as one of two small ones, as what has the rest
   * of their line, or as the menu at its end.
   */
  card?: "title" | "hidden" | "bare" | "head" | "figure" | "small" | "rest" | "menu";
  /** The header is read but not shown (a column of buttons). */
  headerHidden?: boolean;
};

/** A list that the server pages, sorts and searches. */
export type TablePaging = TableQuery & {
  /** Of all pages together. */
  total: number;
  /** A search or filter finds more than `total`. */
  more?: boolean | undefined;
  pageSize: number;
  /**
   * What is to change, and that alone: another change may be on its way. A new search or sort starts at page 1.
   * `replace`: in the present one's place in the history.
   */
  onChange: (change: Partial<TableQuery>, replace?: boolean) => void;
  /** The search box's placeholder and name; without it there is no search box. */
  searchLabel?: string;
  /** First and Last beside Previous and Next. */
  edges?: boolean;
  previousLabel?: string;
};

/** Draws one row of a table. */
export type TableRow = ComponentType<{ id: string; to?: string | undefined; children: ReactNode }>;

/** How many entries a list has, as its screen says it. */
export function totalText(total: number, more: boolean | undefined): string {
  return more ? `more than ${total.toLocaleString("en-US")}` : String(total);
}
