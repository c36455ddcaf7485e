import { useEffect } from "react";
import { useLocation } from "react-router";
import type { ApiAnswer, ApiClient } from "#contract/call.ts";
import {
  type ItemOrderRecord,
  listItemOrders,
  listOrders,
  type OrderKind,
  type OrderRecord,
  type OrderSort,
} from "#contract/orders.ts";
import { listFailure, statusOf } from "#web/api/client.ts";
import { undefinedOnError } from "#web/api/loaders.ts";
import { useCall } from "#web/api/query.tsx";
import type { TableQuery } from "#web/ui/table-model.ts";
import { type TableDefaults, tablePageSize, tableQueryOf, useTableUrl } from "#web/ui/table-url.ts";
import { toasts } from "#web/ui/toasts.tsx";

/** The sorts that a person's own lists offer. */
type OwnSort = Exclude<OrderSort, "orderDate" | "orderStatus" | "customerName" | "customerEmail">;

export const newestFirst: TableDefaults<OwnSort> = {
  sorts: ["createdAt", "orderId", "packageName", "totalPrice", "paymentStatus", "daysLeft"],
  sort: "createdAt",
  order: "desc",
};

export type RecordOf = { package: OrderRecord; item: ItemOrderRecord };
type Answer<K extends OrderKind> =
  ApiAnswer<typeof listOrders> extends infer A ? Omit<A, "data"> & { data: RecordOf[K][] } : never;

/** A list of a person's own orders, and the page of it that the loader was asked for. */
export type OrderPage<K extends OrderKind> = {
  kind: K;
  /** Of the address that the loader was called for. */
  search: string;
  /** Only what waits for its payment. */
  pendingOnly: boolean;
  email: string;
  /** What the loader got; absent where it failed, and the browser then asks again. */
  answer: Answer<K> | undefined;
};

const couldNotLoad = {
  package: "Could not load orders. Please try again.",
  item: "Could not load item orders. Please try again.",
};

/** An admin's session may read everyone's orders, so the own e-mail is always sent along. */
function inputOf(
  { pendingOnly, email }: Pick<OrderPage<OrderKind>, "pendingOnly" | "email">,
  { page, sort, order, q }: TableQuery,
  pageSize = tablePageSize,
) {
  return {
    query: {
      userEmail: email,
      page,
      pageSize,
      order,
      ...(sort ? { sort: sort as OrderSort } : {}),
      ...(q ? { q } : {}),
      ...(pendingOnly ? { paymentStatus: "pending" } : {}),
    },
  };
}

function callOf<K extends OrderKind>(kind: K) {
  // The two calls differ in nothing but their path and the record that they answer.
  return (kind === "package" ? listOrders : listItemOrders) as typeof listOrders;
}

/** For a loader. */
export async function loadOrderPage<K extends OrderKind>(
  api: ApiClient,
  page: Omit<OrderPage<K>, "answer">,
): Promise<OrderPage<K>> {
  if (!page.email) return { ...page, answer: undefined };
  const input = inputOf(page, tableQueryOf(page.search, newestFirst));
  const answer = await undefinedOnError(api(callOf(page.kind), input));
  return { ...page, answer: answer as Answer<K> | undefined };
}

/** What a list needs from the page: rows, total, its state and how to go elsewhere in it. */
export function useOrderPage<K extends OrderKind>(page: OrderPage<K>) {
  const { kind, answer } = page;
  const call = callOf(kind);
  const { search } = useLocation();
  const { query, change } = useTableUrl(newestFirst);
  const result = useCall(call, inputOf(page, query), {
    loaded: search === page.search ? (answer as ApiAnswer<typeof call> | undefined) : undefined,
    enabled: page.email !== "",
    keepPrevious: true,
  });
  const rows = result.data as RecordOf[K][] | undefined;
  const total = result.total ?? rows?.length ?? 0;
  const error = page.email ? loadFailure(result.error) : emailNotFound;

  useEffect(() => {
    if (error) toasts.error(couldNotLoad[kind], { id: `orders-${kind}` });
  }, [error, kind]);

  return {
    query,
    /** Undefined while those of another page stand in their place. */
    rows: result.isPlaceholderData ? undefined : rows,
    table: {
      ...query,
      rows,
      total,
      more: result.more,
      pageSize: tablePageSize,
      onChange: change,
      loading: result.isPlaceholderData || (result.isFetching && !rows),
      loadingText: "Loading orders...",
      ...(error ? { error, errorTitle: couldNotLoad[kind] } : {}),
      // The server leads whoever is not signed in any more to the sign-in page.
      onRetry: () => void (error === emailNotFound ? location.reload() : result.refetch()),
    },
  };
}

/** The first order of the whole list in its present sort, whichever page is open. */
export function useFirstOrder<K extends OrderKind>(
  page: OrderPage<K>,
  query: TableQuery,
  rows: RecordOf[K][] | undefined,
): RecordOf[K] | undefined {
  const elsewhere = query.page > 1;
  const first = useCall(callOf(page.kind), inputOf(page, { ...query, page: 1 }, 1), {
    enabled: elsewhere && page.email !== "",
  });
  return elsewhere ? (first.data?.[0] as RecordOf[K] | undefined) : rows?.[0];
}

/** The session names nobody any more, so that it can't be said whose orders to list. */
const emailNotFound = "User email not found";

/** The documented text of a list that could not be loaded; undefined while nothing failed. */
export function loadFailure(error: unknown): string | undefined {
  if (!error) return undefined;
  if (statusOf(error) === 401) return emailNotFound;
  return listFailure(error);
}
